import { useEffect } from 'react';
import type { OrderPage } from '@mare/contract/orders/orders.ts';
import { calendarFile } from '@mare/domain/draws/calendar-file.ts';
import { useRootData } from '../../document/root-data.ts';
import { FoundPrizes } from '../../draws/instant/found-prizes.tsx';
import { formatCount, formatLongDate } from '../../format.ts';
import { links } from '../../links.ts';
import { OrderNumbers } from '../../orders/order-numbers.tsx';
import { RifaPicture } from '../../rifa-display/rifa-picture.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Icon } from '../../ui/style/icons.tsx';
import { deleteAwaitedOrder } from '../open-order/awaited-order.ts';
import { ShareOrder } from './share-order.tsx';
import { useArrivedNews } from './use-arrived-news.ts';

const TITLE = 'Pagamento confirmado. Boa sorte!';

/** First screen after the payment: prizes of cotas premiadas, tickets that turn over, then sharing. Takes focus and the page's title. */
export function PaidMoment({ order }: { order: OrderPage }) {
  const heading = useArrivedNews(TITLE);
  const { externalReference } = order;
  useEffect(() => deleteAwaitedOrder(externalReference), [externalReference]);
  return (
    <Card
      padded
      className="grid content-start gap-5 border-2 border-sea max-sm:min-h-[70svh] lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-8"
    >
      <RifaPicture
        image={order.items[0]!.image}
        sizes="(min-width: 1024px) 22rem, 100vw"
        className="-m-5 mb-0 h-24 rounded-t-lg sm:-m-6 sm:mb-0 sm:h-64 lg:m-0 lg:aspect-4/3 lg:h-auto lg:rounded-md"
      />
      <div className="grid content-start gap-5">
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
        <FoundPrizes externalReference={externalReference} />
        {order.items.map((item) => (
          <section key={`${item.rifaId}-${item.selectedNumbers[0]}`} className="grid gap-2">
            <h3 className="font-bold">{item.title}</h3>
            <OrderNumbers item={item} arriving />
            <p className="text-sm text-ink-soft">Sorteio em {formatLongDate(item.drawDate)}.</p>
          </section>
        ))}
        <Actions order={order} />
      </div>
    </Card>
  );
}

function Actions({ order }: { order: OrderPage }) {
  // A rifa of an order of several may be drawn or cancelled by now.
  const items = order.items.filter(
    ({ rifaStatus }) => rifaStatus !== 'completed' && rifaStatus !== 'cancelled',
  );
  const publicUrl = useRootData()?.publicUrl ?? '';
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
    <>
      <ShareOrder order={order} />
      {items.length > 0 && (
        <Button variant="outline" block icon="calendar" onClick={addToCalendar}>
          Pôr o sorteio na agenda
        </Button>
      )}
      <LinkButton variant="quiet" block to={links.dashboard()}>
        Ver minhas rifas
      </LinkButton>
    </>
  );
}
