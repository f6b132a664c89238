import { useSearchParams } from 'react-router';
import type { OrderPage } from '@mare/contract/orders/orders.ts';
import { GENERIC_REJECTION, knownRejectionMessage } from '@mare/domain/payments/rejection-messages.ts';
import { formatDateTime } from '../../format.ts';
import { links } from '../../links.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import { OrderAgainButton } from '../pay/order-again-button.tsx';
import { isUnread, ResultScreen, useOrderFromUrl, useScreenRedirect } from './result-screen.tsx';

export const meta = pageMeta({
  title: 'Pagamento Rejeitado',
  description: 'O pagamento não foi aprovado.',
  index: false,
});

/** While the order loads, or cannot be read: it may have been paid since. */
const UNKNOWN = 'Estamos conferindo o seu pedido. Antes de pagar de novo, veja nele se o pagamento passou.';

export default function RejectedPage() {
  const { externalReference, order, paymentId } = useOrderFromUrl();
  const [search] = useSearchParams();
  useScreenRedirect('rejected', order.data);
  const isUnknown = externalReference !== null && (order.isPending || isUnread(order));
  const reason = order.data ? reasonOf(order.data) : knownRejectionMessage(search.get('error_message'));
  const payable = order.data?.status === 'pending';
  // Also while loading: a new checkout would duplicate an order whose cotas are reserved.
  const leadsToOrder = externalReference !== null && (payable || isUnknown);
  return (
    <ResultScreen
      tone="danger"
      icon="alert"
      title="Pagamento Rejeitado"
      paymentId={paymentId}
      action={
        <>
          {order.data && canBuyAgain(order.data) ? (
            <OrderAgainButton order={order.data} label="Tentar Novamente" />
          ) : (
            <LinkButton to={leadsToOrder ? links.order(externalReference) : links.checkout()}>
              Tentar Novamente
            </LinkButton>
          )}
          <LinkButton to={links.home()} variant="outline">
            Voltar ao Início
          </LinkButton>
        </>
      }
    >
      <p className="font-semibold text-ink">{reason ?? (isUnknown ? UNKNOWN : GENERIC_REJECTION)}</p>
      <p>Isso costuma acontecer quando:</p>
      <ul className="grid list-disc gap-1 pl-5 text-left">
        <li>o saldo ou o limite do Pix não era suficiente;</li>
        <li>o banco recusou ou não reconheceu a operação;</li>
        <li>o código do Pix venceu antes do pagamento.</li>
      </ul>
      {payable && order.data && (
        <p>
          Suas cotas continuam reservadas até {formatDateTime(order.data.holdExpiresAt)}: você pode pagar de
          novo.
        </p>
      )}
    </ResultScreen>
  );
}

/** Excludes refunded and charged-back orders. */
function canBuyAgain({ status }: OrderPage): boolean {
  return status === 'cancelled' || status === 'failed';
}

function reasonOf({ status, paymentFailure, cashOwedCentavos }: OrderPage): string | null {
  if (cashOwedCentavos > 0) return 'O valor deste pedido ainda vai ser entregue a você, em mãos.';
  if (status === 'refunded') return 'O valor deste pedido foi devolvido.';
  if (status === 'charged_back') return 'Este pagamento foi contestado e devolvido pelo banco.';
  return paymentFailure;
}
