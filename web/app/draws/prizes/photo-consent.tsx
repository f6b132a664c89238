import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WonPrize } from '@mare/contract/draws/prizes.ts';
import { queries } from '../../api.ts';
import { formatLongDate } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';

interface PhotoConsentProps {
  winnerId: string;
  photo: NonNullable<WonPrize['photo']>;
}

/** Shows the winner the photo of the delivery and asks whether it may be published. */
export function PhotoConsent({ winnerId, photo }: PhotoConsentProps) {
  const client = useQueryClient();
  const shell = useFocusNext<HTMLElement>(photo.consentGivenAt ? 'given' : 'asked');
  const change = useMutation(
    queries.draws.changePhotoConsent.mutationOptions({
      onSettled: () => client.invalidateQueries({ queryKey: queries.draws.key() }),
    }),
  );
  const decide = (agrees: boolean) => change.mutate({ winnerId, photoId: photo.id, agrees });
  return (
    <section
      ref={shell}
      className="grid gap-3 rounded-md border border-line p-4"
      aria-label="Foto da entrega"
    >
      <DeliveryPhoto winnerId={winnerId} photoId={photo.id} />
      {photo.consentGivenAt ? (
        <>
          <p tabIndex={-1} className="text-sm outline-none">
            A foto está na página do sorteio: você autorizou em {formatLongDate(photo.consentGivenAt)}.
          </p>
          <Button
            variant="outline"
            size="sm"
            className="justify-self-start"
            loading={change.isPending}
            onClick={() => decide(false)}
          >
            Retirar a autorização
          </Button>
        </>
      ) : (
        <>
          <p tabIndex={-1} className="font-semibold outline-none">
            Podemos publicar a foto da sua entrega?
          </p>
          <p className="text-sm text-ink-soft">
            {photo.wording} Ninguém vê a foto enquanto você não autorizar.
          </p>
          <Button
            variant="secondary"
            size="sm"
            className="justify-self-start"
            loading={change.isPending}
            onClick={() => decide(true)}
          >
            Autorizar a publicação
          </Button>
        </>
      )}
      {change.isError && <FormError>{errorMessage(change.error)}</FormError>}
    </section>
  );
}

/** For the winner and for admins. */
export function DeliveryPhoto({ winnerId, photoId }: { winnerId: string; photoId: string }) {
  const file = useQuery({
    ...queries.draws.prizePhoto.queryOptions({ input: { winnerId } }),
    queryKey: [...queries.draws.prizePhoto.queryKey({ input: { winnerId } }), photoId],
  });
  if (!file.data) return null;
  const src = `data:${file.data.type};base64,${file.data.base64}`;
  return <img src={src} alt="Foto da entrega do prêmio" className="max-h-80 max-w-full rounded-md" />;
}
