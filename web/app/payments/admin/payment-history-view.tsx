import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { PaymentHistory } from '@mare/contract/payments/payments.ts';
import { CASH } from '@mare/domain/payments/ledger.ts';
import { providerLabel } from '@mare/domain/payments/provider-labels.ts';
import { UnreadPart } from '../../admin/lists/unread-part.tsx';
import { queries } from '../../api.ts';
import { formatBrl, formatDateTime } from '../../format.ts';
import { links } from '../../links.ts';
import { isApiError } from '../../fetching/failures/is-api-error.ts';
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { useKeptFocus } from '../../ui/focus/use-kept-focus.ts';
import { ListLoading } from '../../ui/loading/list-loading.tsx';
import { FormError } from '../../ui/states.tsx';
import { ReadAtProvider } from '../finance/read-at-provider.tsx';
import { isRefundUnderWay } from './is-refund-under-way.ts';
import { paymentLabel } from './payment-labels.ts';
import { ReopenRefund } from './reopen-refund.tsx';
import { RefundOrder } from './refund-order.tsx';
import { SealedRefunds } from './sealed-refunds.tsx';
import { UndoHandOver } from './undo-hand-over.tsx';
import { Permitted } from '../../admin/permissions/permitted.tsx';

/** Polling interval while the provider has not answered a refund. */
const REFUND_MS = 5_000;

/** Id of a MercadoPago payment or of a bank's Pix. Order references have dashes, so they do not match. */
const PAYMENT_ID = /^\w{1,64}$/;

/** An order's timeline, charges, payments and refunds, with a refund form. */
export function PaymentHistoryView({ search }: { search: string }) {
  const history = useQuery({
    ...queries.admin.paymentHistory.queryOptions({ input: { search } }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => state.data !== undefined && isRefundUnderWay(state.data) && REFUND_MS,
  });
  useRefreshAfterRefund(history.data !== undefined && isRefundUnderWay(history.data));
  if (history.isError && !history.data)
    return isApiError(history.error, 'NOT_FOUND') ? (
      <div className="grid gap-3">
        <FormError>Nenhum pedido da loja tem esta referência ou este pagamento.</FormError>
        {PAYMENT_ID.test(search) && <ReadAtProvider paymentId={search} />}
      </div>
    ) : (
      <UnreadPart query={history} title="Não foi possível carregar o histórico do pagamento." />
    );
  if (!history.data) return <ListLoading />;
  return <History data={history.data} />;
}

function History({ data }: { data: PaymentHistory }) {
  const undone = data.refunds.filter(({ isOwedAgain, isNotReturned }) => isOwedAgain || isNotReturned);
  // Moves focus: the buttons disappear with the refunded money and its decision, unless the person has moved on.
  const section = useKeptFocus<HTMLElement>(
    `${data.refundableCentavos} ${data.sealedRequest === null} ${undone.length}`,
  );
  return (
    <section
      ref={section}
      tabIndex={-1}
      className="grid gap-4 text-sm outline-none"
      aria-label={`Pedido ${data.externalReference}`}
    >
      <p className="flex flex-wrap items-center gap-2">
        <strong>{formatBrl(data.totalCentavos)}</strong>
        <OrderStatusBadge {...data} cashOwedCentavos={owedInCash(data, data.orderId)} />
        <span className="wrap-anywhere">
          {[data.buyer.name, data.buyer.email].filter(Boolean).join(' · ')}
        </span>
      </p>
      <Group title="Linha do tempo">
        {data.events.map((event) => (
          <li key={`${event.at} ${event.kind}`}>
            {formatDateTime(event.at)} · {paymentLabel(event.kind)}
            {event.by && `, por ${event.by}`}
            {event.note && `: ${event.note}`}
          </li>
        ))}
      </Group>
      <Group title="Cobranças">
        {data.attempts.map((attempt) => (
          <li key={`${attempt.createdAt} ${attempt.kind}`}>
            {formatDateTime(attempt.createdAt)} · {paymentLabel(attempt.kind)}, {paymentLabel(attempt.state)}
          </li>
        ))}
      </Group>
      <Group title="Pagamentos">
        {data.payments.map((payment) => {
          const owedCentavos = owedInCash(data, payment.paymentId);
          return (
            <li key={payment.paymentId}>
              {formatDateTime(payment.seenAt)} ·{' '}
              {payment.provider === CASH
                ? MANUAL_MEANS[payment.method === 'pix' ? 'pix' : 'cash']
                : `${payment.paymentId}, ${providerLabel(payment.provider)}`}
              : {formatBrl(payment.amountCentavos)},{' '}
              {owedCentavos > 0 ? 'a devolver' : paymentLabel(payment.state)}
              {payment.disposition !== 'open' && ` (${paymentLabel(payment.disposition)})`}
              {payment.refundedCentavos > owedCentavos &&
                ` · devolvidos ${formatBrl(payment.refundedCentavos - owedCentavos)}`}
              {owedCentavos > 0 && ` · faltam devolver em mãos ${formatBrl(owedCentavos)}`}
            </li>
          );
        })}
      </Group>
      <Group title="Reembolsos" isLive>
        {data.refunds.map((refund) => (
          <li key={refund.id}>
            {formatDateTime(refund.createdAt)} · {formatBrl(refund.amountCentavos)}, {stateOf(refund)} (
            {paymentLabel(refund.reason)})
            {refund.handOvers > 0 && !refund.isOwedAgain && (
              <Permitted to="approve-actions">
                <UndoHandOver refund={refund} />
              </Permitted>
            )}
            {refund.isNotReturned && (
              <Permitted to="move-money">
                <ReopenRefund refundId={refund.id} amountCentavos={refund.amountCentavos} />
              </Permitted>
            )}
          </li>
        ))}
      </Group>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={links.order(data.externalReference)} variant="outline" size="sm">
          Ver pedido
        </LinkButton>
        {data.refundableCentavos > 0 && (
          <>
            <Permitted to="move-money">
              <RefundOrder history={data} />
            </Permitted>
            <Permitted to="approve-actions">
              <SealedRefunds history={data} />
            </Permitted>
          </>
        )}
      </div>
    </section>
  );
}

function stateOf({ isOwedAgain, isNotReturned, state }: PaymentHistory['refunds'][number]): string {
  if (isOwedAgain) return 'entrega desfeita: a devolver em mãos';
  return isNotReturned ? `${paymentLabel(state)}, marcado como não devolvido` : paymentLabel(state);
}

/** How a seller was paid. */
const MANUAL_MEANS = { cash: 'em dinheiro', pix: 'por Pix na hora' };

/** Centavos of a payment whose hand-over was undone. */
const owedInCash = ({ refunds }: PaymentHistory, paymentId: string) =>
  refunds
    .filter((refund) => refund.paymentId === paymentId && refund.isOwedAgain)
    .reduce((sum, { amountCentavos }) => sum + amountCentavos, 0);

/** Refetches orders once a refund is done, as their pages show it. */
function useRefreshAfterRefund(isUnderWay: boolean): void {
  const client = useQueryClient();
  const wasUnderWay = useRef(isUnderWay);
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay)
      void client.invalidateQueries({ queryKey: queries.admin.orders.key() });
    wasUnderWay.current = isUnderWay;
  }, [client, isUnderWay]);
}

interface GroupProps {
  title: string;
  /** Its changes are announced. */
  isLive?: boolean;
  children: ReactNode;
}

function Group({ title, isLive = false, children }: GroupProps) {
  const isEmpty = Array.isArray(children) && children.length === 0;
  if (isEmpty) return null;
  return (
    <div>
      <h3 className="mb-1 font-bold">{title}</h3>
      <ul
        aria-live={isLive ? 'polite' : undefined}
        className="tabular grid list-disc gap-1 pl-5 wrap-anywhere"
      >
        {children}
      </ul>
    </div>
  );
}
