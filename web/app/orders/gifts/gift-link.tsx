import { countCotas } from '@mare/domain/numbers/describe-cotas.ts';
import { links } from '../../links.ts';
import { useRootData } from '../../document/root-data.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { copyLink } from '../../ui/copy.ts';
import { Icon } from '../../ui/style/icons.tsx';
import { whatsAppLink } from '../../ui/whatsapp-link.ts';

interface GiftLinkProps {
  reference: string;
  recipientName: string;
  cotas: number;
}

/** Share options of a gift link. */
export function GiftLink({ reference, recipientName, cotas }: GiftLinkProps) {
  const site = useRootData();
  const url = `${site?.publicUrl ?? ''}${links.gift(reference)}`;
  const gift = cotas === 1 ? 'uma cota' : countCotas(cotas);
  return (
    <>
      <a
        href={whatsAppLink(`${recipientName}, ${gift} de presente para você: ${url}`)}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        <Icon name="whatsapp" />
        Enviar <span className="sr-only">o presente para {recipientName}</span>
      </a>
      <Button variant="outline" size="sm" icon="link" onClick={() => void copyLink(url)}>
        Copiar link <span className="sr-only">do presente para {recipientName}</span>
      </Button>
    </>
  );
}
