import { Suspense } from 'react';
import type { OrderPage } from '@mare/contract/orders/orders.ts';
import { FoundPrizes } from '../../draws/instant/found-prizes.tsx';
import { formatBrl, formatCount } from '../../format.ts';
import { links } from '../../links.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { GiftsCard } from '../../orders/gifts/gifts-card.tsx';
import { LeaveOrder } from '../open-order/leave-order.tsx';
import { useOrderAgain } from './order-again.ts';
import { PixPayment } from './pix-payment.tsx';
import { ReceiptView } from '../../orders/receipt-view.tsx';
import { Withdrawal } from '../../orders/withdrawal.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { useFocusNext } from '../../ui/use-focus-next.ts';

const ShareOrder = lazyComponent(() =>
  import('./share-order.tsx').then((module) => ({ default: module.ShareOrder })),
);
const PushOffer = lazyComponent(() => import('../../notifications/push/push-offer.tsx'));

const endings = {
  paid: {
    title: 'Pagamento confirmado. Boa sorte!',
    text: 'Estas cotas são suas e de mais ninguém. Avisamos por e-mail quando o sorteio acontecer.',
  },
  drawn: {
    title: 'O sorteio já aconteceu',
    text: 'O resultado está publicado, e qualquer pessoa pode conferir a conta.',
  },
  partly_drawn: {
    title: 'Pagamento confirmado. Boa sorte!',
    text: 'Uma parte deste pedido já foi sorteada. Avisamos por e-mail quando o próximo sorteio acontecer.',
  },
  cancelled: {
    title: 'A reserva terminou',
    text: 'O pagamento não chegou a tempo e as cotas voltaram à venda. Se você pagou depois do prazo, não se preocupe: o pedido volta a valer se os números ainda estiverem livres, ou o valor é devolvido sozinho.',
  },
  ended_early: {
    title: 'Pedido cancelado',
    text: 'As cotas voltaram à venda e nada foi cobrado. Se você já tinha pago este Pix, não se preocupe: o pedido volta a valer se os números ainda estiverem livres, ou o valor é devolvido sozinho.',
  },
  part_returned: {
    title: 'A parte voltou ao bolão',
    text: 'O pagamento não chegou a tempo, e a parte está livre no bolão para outra pessoa pegar. Se você pagou depois do prazo, não se preocupe: a parte volta a ser sua se ainda estiver livre, ou o valor é devolvido sozinho.',
  },
  failed: {
    title: 'O pagamento não foi aprovado',
    text: 'As cotas voltaram à venda. Nada foi cobrado; você pode escolher outras e tentar de novo.',
  },
  refunded: { title: 'Pedido reembolsado', text: 'O valor foi devolvido para a conta que pagou o Pix.' },
  charged_back: {
    title: 'Pagamento contestado',
    text: 'O banco devolveu este pagamento e as cotas deixaram de valer.',
  },
} as const;

interface OrderNextStepProps {
  order: OrderPage;
  /** `PaidMoment` says that the order was paid, and reveals its cotas premiadas. */
  isArriving?: boolean;
}

/** Next step for the buyer by order status, as a live region. Withdrawal comes last. */
export function OrderNextStep({ order, isArriving = false }: OrderNextStepProps) {
  const { status, paidAt, withdrawal } = order;
  // The button that ended the order is gone.
  const news = useFocusNext<HTMLDivElement>(`${status} ${order.refundUnderWay}`);
  const isPaid = status === 'paid';
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
      {isPaid && (
        <Suspense>
          <PushOffer />
        </Suspense>
      )}
      {isPaid && paidAt && <ReceiptView order={order} paidAt={paidAt} />}
      {isPaid && !isArriving && (
        <Suspense>
          <Card padded className="grid gap-3">
            <ShareOrder order={order} />
          </Card>
        </Suspense>
      )}
      {isPaid && <GiftsCard order={order} />}
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
      {order.refusal && (
        <p className="rounded-md bg-danger-tint px-4 py-3 font-semibold text-danger">
          {order.refusal} Suas cotas continuam reservadas: você pode pagar de novo.
        </p>
      )}
      <PixPayment order={order} />
      <LeaveOrder order={order} />
    </>
  );
}

function Ended({ order, status }: { order: OrderPage; status: Exclude<OrderPage['status'], 'pending'> }) {
  const isPaid = status === 'paid';
  const ending = endings[endingOf(order, status)];
  return (
    <>
      <h2 tabIndex={-1} className="scroll-mt-28 text-xl outline-none">
        {ending.title}
      </h2>
      <p className="text-ink-soft">{ending.text}</p>
      {order.refundUnderWay && (
        <p className="rounded-md bg-warning-tint px-4 py-3 font-semibold text-warning">
          {isPaid
            ? 'Um valor está sendo devolvido para a conta que pagou o Pix.'
            : 'Recebemos um pagamento depois do prazo: o valor está sendo devolvido.'}
        </p>
      )}
      {order.sentBackCentavos > 0 && !order.refundUnderWay && (
        <p className="rounded-md bg-success-tint px-4 py-3 font-semibold text-success">
          {isPaid
            ? `Um pagamento a mais, de ${formatBrl(order.sentBackCentavos)}, já foi devolvido para a conta que pagou o Pix.`
            : `Um pagamento de ${formatBrl(order.sentBackCentavos)} chegou quando já não podia valer, e foi devolvido para a conta que pagou o Pix.`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {isPaid && ending === endings.drawn && (
          <LinkButton to={order.items.length === 1 ? links.draw(order.items[0]!.rifaId) : links.results()}>
            Ver o resultado
          </LinkButton>
        )}
        {isPaid ? (
          <LinkButton to={links.dashboard()} variant={ending === endings.drawn ? 'outline' : 'primary'}>
            Ver minhas rifas
          </LinkButton>
        ) : (
          <>
            {(status === 'cancelled' || status === 'failed') && !order.group && <BuyAgain order={order} />}
            {order.group && <LinkButton to={links.group(order.group.token)}>Ver o bolão</LinkButton>}
            <LinkButton to={links.home()} variant="outline">
              Escolher outras cotas
            </LinkButton>
          </>
        )}
      </div>
      <Returned order={order} />
    </>
  );
}

function endingOf(order: OrderPage, status: Exclude<OrderPage['status'], 'pending'>): keyof typeof endings {
  const isPartFree = order.group?.isOpen && order.group.partNo !== 1;
  if (isPartFree && (status === 'cancelled' || status === 'failed')) return 'part_returned';
  if (order.endedEarly) return 'ended_early';
  if (status !== 'paid') return status;
  const drawn = order.items.filter(({ rifaStatus }) => rifaStatus === 'completed');
  if (drawn.length === 0) return 'paid';
  return drawn.length === order.items.length ? 'drawn' : 'partly_drawn';
}

/** Cotas whose money went back while the rest of the order stays. */
function Returned({ order }: { order: OrderPage }) {
  return order.returned.map(({ title, quantity, centavos, isRifaCancelled }) => (
    <p key={title} className="rounded-md bg-warning-tint px-4 py-3 font-semibold text-warning">
      {isRifaCancelled ? `A rifa ${title} foi cancelada` : title}:{' '}
      {formatCount(quantity, 'cota devolvida', 'cotas devolvidas')} e {formatBrl(centavos)} de volta para a
      conta que pagou. O resto do pedido continua seu.
    </p>
  ));
}

function BuyAgain({ order }: { order: OrderPage }) {
  const again = useOrderAgain(order.items);
  return (
    <Button loading={again.isPending} loadingText="Um instante..." onClick={() => again.mutate()}>
      Comprar de novo
    </Button>
  );
}
