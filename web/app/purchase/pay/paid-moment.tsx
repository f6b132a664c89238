import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { OrderPage } from '@mare/contract/orders/orders.ts';
import { calendarFile } from '@mare/domain/draws/calendar-file.ts';
import { queries } from '../../api.ts';
import { useRootData } from '../../document/root-data.ts';
import { FoundPrizes } from '../../draws/instant/found-prizes.tsx';
import { formatCount, formatLongDate } from '../../format.ts';
import { links } from '../../links.ts';
import { OrderNumbers } from '../../orders/order-numbers.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { shareLink, sharePicture } from '../../ui/share-link.ts';
import { FormError } from '../../ui/states.tsx';
import { Icon } from '../../ui/style/icons.tsx';

const TITLE = 'Pagamento confirmado. Boa sorte!';

/** The first screen after the payment: the tickets turn over, and sharing comes next. Takes focus and the page's title. */
export function PaidMoment({ order }: { order: OrderPage }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { title } = document;
    document.title = TITLE;
    heading.current?.focus();
    return () => {
      document.title = title;
    };
  }, []);
  return (
    <div className="grid gap-4">
      <Card padded className="grid content-start gap-5 border-2 border-sea max-sm:min-h-[70svh]">
        <div className="flex items-start gap-3">
          <span className="grid size-12 shrink-0 place-items-center rounded-full bg-success-tint text-success">
            <Icon name="check" className="size-7" />
          </span>
          <div className="grid gap-1">
            <h2 ref={heading} tabIndex={-1} className="scroll-mt-28 text-2xl outline-none">
              {TITLE}
            </h2>
            <p className="text-ink-soft">
              {order.quantity === 1
                ? 'Esta cota é sua e de mais ninguém.'
                : `Estas ${formatCount(order.quantity, 'cota', 'cotas')} são suas e de mais ninguém.`}{' '}
              Avisamos por e-mail quando o sorteio acontecer.
            </p>
          </div>
        </div>
        {order.items.map((item) => (
          <section key={`${item.rifaId}-${item.selectedNumbers[0]}`} className="grid gap-2">
            <h3 className="font-bold">{item.title}</h3>
            <OrderNumbers item={item} arriving />
            <p className="text-sm text-ink-soft">Sorteio em {formatLongDate(item.drawDate)}.</p>
          </section>
        ))}
        <Actions order={order} />
      </Card>
      <FoundPrizes externalReference={order.externalReference} />
    </div>
  );
}

function Actions({ order }: { order: OrderPage }) {
  const { items } = order;
  const [first] = items;
  const text = `Já tenho minhas cotas: ${first!.title}. Vem também!`;
  const publicUrl = useRootData()?.publicUrl ?? '';
  const rifa = useQuery(queries.rifas.find.queryOptions({ input: { id: first!.rifaId } }));
  const path = rifa.data ? links.shortCode(rifa.data.shortCode) : links.rifaDetail(first!.rifaId);
  const addToCalendar = () =>
    saveFile(
      'sorteio.ics',
      new Blob(
        [
          calendarFile(
            items.map(({ rifaId, title, drawDate }) => ({
              uid: `${rifaId}@${window.location.hostname}`,
              title: `Sorteio: ${title}`,
              description: 'Pela Loteria Federal. Seus números estão em Minhas Rifas.',
              url: `${publicUrl}${links.rifaDetail(rifaId)}`,
              start: new Date(drawDate),
            })),
            new Date(),
          ),
        ],
        { type: 'text/calendar' },
      ),
    );
  return (
    <div className="grid gap-3">
      <Button size="lg" block icon="share" onClick={() => void shareLink(text, `${publicUrl}${path}`)}>
        Contar para os amigos
      </Button>
      <StoryButtons order={order} text={text} />
      <Button variant="outline" block icon="calendar" onClick={addToCalendar}>
        Pôr o sorteio na agenda
      </Button>
      <LinkButton variant="quiet" block to={links.dashboard()}>
        Ver minhas rifas
      </LinkButton>
    </div>
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
