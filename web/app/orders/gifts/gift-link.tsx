import { toast } from 'sonner';
import { links } from '../../links.ts';
import { useRootData } from '../../document/root-data.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/style/icons.tsx';

/** Share options of a gift link. */
export function GiftLink({ reference, recipientName }: { reference: string; recipientName: string }) {
  const site = useRootData();
  const url = `${site?.publicUrl ?? ''}${links.gift(reference)}`;
  const text = encodeURIComponent(`${recipientName}, uma cota de presente para você: ${url}`);
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast.success('Link copiado!'),
      () => toast.error('Não foi possível copiar o link.', { description: url }),
    );
  return (
    <>
      <a
        href={`https://wa.me/?text=${text}`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        <Icon name="whatsapp" />
        Enviar
      </a>
      <Button variant="outline" size="sm" icon="link" onClick={() => void copy()}>
        Copiar link
      </Button>
    </>
  );
}
