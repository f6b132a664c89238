import { useShopName } from '../document/site-facts.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Icon } from '../ui/style/icons.tsx';
import { copyLink } from '../ui/copy.ts';
import { whatsAppLink } from '../ui/whatsapp-link.ts';

/** The affiliate's code and link, to copy or to send on WhatsApp. */
export function ReferralLink({ code, link }: { code: string; link: string }) {
  const shopName = useShopName();
  const message = `Participe das rifas da ${shopName} pelo meu link: ${link}`;
  return (
    <Card padded className="grid gap-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center sm:gap-8">
      <div>
        <h2 className="text-sm font-semibold text-ink-soft">Seu código</h2>
        <p className="tabular font-display text-2xl font-extrabold tracking-wide">{code}</p>
      </div>
      <div className="grid gap-3">
        <p className="min-w-0 rounded-md bg-sunken px-4 py-3 font-semibold break-all">{link}</p>
        <div className="flex flex-wrap gap-3">
          <Button size="sm" icon="copy" onClick={() => void copyLink(link)}>
            Copiar link
          </Button>
          <a
            href={whatsAppLink(message)}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: 'outline', size: 'sm' })}
          >
            <Icon name="whatsapp" />
            Enviar no WhatsApp
          </a>
        </div>
      </div>
    </Card>
  );
}
