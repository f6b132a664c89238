import { Suspense } from 'react';
import type { OrderPage } from '@mare/contract/orders/orders.ts';
import { FoundPrizes } from '../../draws/instant/found-prizes.tsx';
import { describeSealedCotas } from '@mare/domain/orders/returns/sealed-cotas.ts';
import { formatBrl, formatCount } from '../../format.ts';
import { links } from '../../links.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { GiftsCard } from '../../orders/gifts/gifts-card.tsx';
import { LeaveOrder } from '../open-order/leave-order.tsx';
import { OrderAgainButton } from './order-again-button.tsx';
import { endingOf, isReturnedByHand } from './order-endings.ts';
import { PixPayment } from './pix-payment.tsx';
import { listExclusionSentence } from '../../rifa-display/list-exclusion.ts';
import { ReceiptView } from '../../orders/receipt-view.tsx';
import { Withdrawal } from '../../orders/withdrawal.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';

const ShareOrder = lazyComponent(() =>
  import('./share-order.tsx').then((module) => ({ default: module.ShareOrder })),
);
const PushOffer = lazyComponent(() => import('../../notifications/push/push-offer.tsx'));

interface OrderNextStepProps {
  order: OrderPage;
  /** `PaidMoment` already shows that the order was paid, and reveals its cotas premiadas. */
  isArriving?: boolean;
}

/** Next step for the buyer by order status, as a live region. Withdrawal comes last. */
export function OrderNextStep({ order, isArriving = false }: OrderNextStepProps) {
  const { status, paidAt, withdrawal } = order;
  // Moves focus: the button that ended the order has disappeared.
  const news = useFocusNext<HTMLDivElement>(`${status} ${order.refundUnderWay} ${order.cashOwedCentavos}`);
  const isPaid = status === 'paid';
  const hasDrawAhead = order.items.some(
    ({ rifaStatus }) => rifaStatus !== 'completed' && rifaStatus !== 'cancelled',
  );
  // Its cotas may no longer belong to the buyer tomorrow.
  const isGoing = order.isDisputed || order.refundUnderWay || order.cashOwedCentavos > 0;
  return (
    <>
      {!isArriving && (
        <div ref={news} aria-live="polite">
          <Card padded className="grid gap-5">
            {status === 'pending' ? <Waiting order={order} /> : <Ended order={order} status={status} />}
          </Card>
        </div>
      )}
      {isPaid && !isArriving && <FoundPrizes externalReference={order.externalReference} />}
      {isPaid && hasDrawAhead && (
        <Suspense>
          <PushOffer />
        </Suspense>
      )}
      {isPaid && paidAt && <ReceiptView order={order} paidAt={paidAt} />}
      {isPaid && !isArriving && !isGoing && (
        <Suspense>
          <Card padded className="grid gap-3 empty:hidden">
            <ShareOrder order={order} />
          </Card>
        </Suspense>
      )}
      {isPaid && !isGoing && <GiftsCard order={order} />}
      {withdrawal && !order.refundUnderWay && (
        <Card padded className="empty:hidden">
          <Withdrawal order={order} terms={withdrawal} />
        </Card>
      )}
    </>
  );
}

function Waiting({ order }: { order: OrderPage }) {
  return (
    <>
      {order.paymentFailure && (
        <p className="rounded-md bg-danger-tint px-4 py-3 font-semibold text-danger">
          {order.paymentFailure} Suas cotas continuam reservadas: você pode pagar de novo.
        </p>
      )}
      <PixPayment order={order} />
      <LeaveOrder order={order} />
    </>
  );
}

function Ended({ order, status }: { order: OrderPage; status: Exclude<OrderPage['status'], 'pending'> }) {
  const isPaid = status === 'paid';
  const { kind, title, text } = endingOf(order, status);
  const toPayer = isReturnedByHand(order) ? '' : ' para a conta que pagou o Pix';
  const isOnSale = order.items.some(({ rifaStatus }) => rifaStatus === 'active');
  return (
    <>
      <h2 tabIndex={-1} className="scroll-mt-28 text-xl outline-none">
        {title}
      </h2>
      <p className="text-ink-soft">{text}</p>
      {order.refundUnderWay && !isPaid && (
        <p className="rounded-md bg-warning-tint px-4 py-3 font-semibold text-warning">
          Recebemos um pagamento que já não podia valer: o valor está sendo devolvido.
        </p>
      )}
      {order.sentBackCentavos > 0 && !order.refundUnderWay && (
        <p className="rounded-md bg-success-tint px-4 py-3 font-semibold text-success">
          {isPaid
            ? `Um pagamento a mais, de ${formatBrl(order.sentBackCentavos)}, já foi devolvido${toPayer}.`
            : `Um pagamento de ${formatBrl(order.sentBackCentavos)} não podia valer para este pedido, e foi devolvido${toPayer}.`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {isPaid && kind === 'drawn' && (
          <LinkButton to={order.items.length === 1 ? links.draw(order.items[0]!.rifaId) : links.results()}>
            Ver o resultado
          </LinkButton>
        )}
        {isPaid || !order.mayBuy ? (
          <LinkButton to={links.dashboard()} variant={kind === 'drawn' ? 'outline' : 'primary'}>
            Ver minhas rifas
          </LinkButton>
        ) : (
          <>
            {(status === 'cancelled' || status === 'failed') && !order.group && isOnSale && (
              <OrderAgainButton order={order} label="Comprar de novo" />
            )}
            {order.group && <LinkButton to={links.group(order.group.token)}>Ver o bolão</LinkButton>}
            <LinkButton to={links.home()} variant="outline">
              Escolher outras cotas
            </LinkButton>
          </>
        )}
      </div>
      <Returned order={order} />
      {order.sealed.map((cotas) => (
        <p key={cotas.title} className="rounded-md bg-warning-tint px-4 py-3 font-semibold text-warning">
          {order.status === 'paid' && `${formatBrl(cotas.centavos)} de volta para a conta que pagou. `}
          {describeSealedCotas(cotas)}
        </p>
      ))}
      {order.leftOut.map((rifa) => (
        <p key={rifa.rifaId} className="rounded-md bg-warning-tint px-4 py-3 font-semibold text-warning">
          {rifa.title}: {listExclusionSentence(rifa)}
        </p>
      ))}
    </>
  );
}

/** Cotas that were refunded before the rest of the order. */
function Returned({ order }: { order: OrderPage }) {
  const isOwed = order.cashOwedCentavos > 0;
  const way = isReturnedByHand(order)
    ? 'devolvidos por quem organiza a rifa'
    : 'de volta para a conta que pagou';
  return order.returned.map(({ title, quantity, centavos, isRifaCancelled }, index) => (
    <p key={title} className="rounded-md bg-warning-tint px-4 py-3 font-semibold text-warning">
      {isRifaCancelled ? `A rifa ${title} foi cancelada` : title}:{' '}
      {formatCount(quantity, 'cota devolvida', 'cotas devolvidas')}
      {!isOwed && ` e ${formatBrl(centavos)} ${way}`}.
      {order.status === 'paid' &&
        index === order.returned.length - 1 &&
        ' O resto do pedido continua valendo.'}
    </p>
  ));
}
