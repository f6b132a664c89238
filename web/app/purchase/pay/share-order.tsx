import { totalQuantity } from '@mare/domain/orders/total-quantity.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { OrderPage } from '@mare/contract/orders/orders.ts';
import { sharedSentence, useShareLink } from '../../affiliates/use-share-link.ts';
import { queries } from '../../api.ts';
import { useRootData } from '../../document/root-data.ts';
import { links } from '../../links.ts';
import { Button } from '../../ui/button.tsx';
import { shareLink, sharePicture } from '../../ui/share-link.ts';
import { FormError } from '../../ui/states.tsx';

/** Shares a paid order by the buyer's referral link, and shows its results, while the rifa is on sale. */
export function ShareOrder({ order }: { order: OrderPage }) {
  return order.items[0]?.rifaStatus === 'active' ? <ShareBoughtRifa order={order} /> : null;
}

function ShareBoughtRifa({ order }: { order: OrderPage }) {
  const { rifaId, title } = order.items[0]!;
  const cotas = totalQuantity(order.items);
  const text = `Já tenho minhas cotas: ${title}. Vem também!`;
  const publicUrl = useRootData()?.publicUrl ?? '';
  const own = useShareLink(rifaId);
  const rifa = useQuery(queries.rifas.find.queryOptions({ input: { id: rifaId } }));
  const path = rifa.data ? links.shortCode(rifa.data.shortCode) : links.rifaDetail(rifaId);
  const url = own?.url ?? `${publicUrl}${path}`;
  return (
    <>
      {/* In view on a phone, however many numbers are above it. */}
      <div className="bg-surface max-sm:sticky low-window:static max-sm:bottom-0 max-sm:z-10 max-sm:py-2">
        <Button size="lg" block icon="share" onClick={() => void shareLink(text, url)}>
          Contar para os amigos
        </Button>
      </div>
      {own && <p className="text-center text-sm text-ink-soft">{sharedSentence(own)}</p>}
      {order.givenAway < cotas && <StoryButtons order={order} text={text} />}
    </>
  );
}

/** Pictures of the own cotas, made by the server on request. */
function StoryButtons({ order, text }: { order: OrderPage; text: string }) {
  const share = useMutation({
    mutationFn: (shape: 'story' | 'square') =>
      sharePicture(links.storyPicture(order.externalReference, shape), 'minhas-cotas.png', text),
  });
  const making = share.isPending ? share.variables : null;
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="mb-2 w-full text-center text-sm text-ink-soft">
        Imagem com seus números para postar
      </legend>
      <Button variant="outline" loading={making === 'story'} onClick={() => share.mutate('story')}>
        Stories
      </Button>
      <Button variant="outline" loading={making === 'square'} onClick={() => share.mutate('square')}>
        Feed
      </Button>
      {share.isError && (
        <div className="col-span-2">
          <FormError>A imagem não pôde ser feita. Tente de novo.</FormError>
        </div>
      )}
    </fieldset>
  );
}
