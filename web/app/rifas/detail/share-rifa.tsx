import { sharedSentence, useShareLink } from '../../affiliates/use-share-link.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { copyLink } from '../../ui/copy.ts';
import { Icon } from '../../ui/style/icons.tsx';
import { shareLink, useCanShare } from '../../ui/share-link.ts';
import { whatsAppLink } from '../../ui/whatsapp-link.ts';

/** Shares by the phone's share sheet, WhatsApp or link; signed in, by the person's own link. `url` is absolute. */
export function ShareRifa({
  rifaId,
  title,
  url: publicLink,
}: {
  rifaId: string;
  title: string;
  url: string;
}) {
  const own = useShareLink(rifaId);
  const url = own?.url ?? publicLink;
  const canShare = useCanShare();
  const text = `Olha esta rifa: ${title}`;
  return (
    <section aria-labelledby="share-title" className="flex flex-wrap items-center gap-3">
      <h2 id="share-title" className="mr-auto text-lg font-bold">
        Conte para os amigos
      </h2>
      <div className="flex flex-wrap gap-3">
        {canShare && (
          <Button variant="outline" size="sm" icon="share" onClick={() => void shareLink(text, url)}>
            Compartilhar
          </Button>
        )}
        <a
          href={whatsAppLink(`${text} ${url}`)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          <Icon name="whatsapp" />
          WhatsApp
        </a>
        <Button variant="outline" size="sm" icon="link" onClick={() => void copyLink(url)}>
          Copiar link
        </Button>
      </div>
      {own && <p className="w-full text-sm text-ink-soft">{sharedSentence(own)}</p>}
    </section>
  );
}
