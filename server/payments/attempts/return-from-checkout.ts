/**
 * Where the hosted checkout sends the buyer back to. What the address says chooses what to look up, never what is
 * shown: the screen follows our own order.
 */
import { GENERIC_REJECTION } from '@mare/domain/payments/rejection-messages.ts';
import { describePayment } from '../describe-payment.ts';
import { findPayableOrderByReference } from '../payable-order.queries.ts';
import type { PaymentsContext } from '../payments-context.ts';

/** The path of the screen to show, with its query. */
export async function returnFromCheckout(
  context: PaymentsContext,
  query: { externalReference: string | null; paymentId: string | null },
): Promise<{ path: string; orderId: string | null }> {
  const reference = /^[A-Za-z0-9_-]{16,64}$/.test(query.externalReference ?? '')
    ? query.externalReference!
    : null;
  const order = reference ? await findPayableOrderByReference(context.db, reference) : null;
  if (!order) return { path: '/checkout/pendente', orderId: null };

  const parameters = new URLSearchParams();
  if (/^\d{1,20}$/.test(query.paymentId ?? '')) parameters.set('payment_id', query.paymentId!);
  parameters.set('external_reference', order.externalReference);
  const { refusal } = await describePayment(context, order.id);
  const screen = screenFor(order.status, refusal);
  if (screen === 'falha') parameters.set('error_message', refusal ?? GENERIC_REJECTION);
  return { path: `/checkout/${screen}?${parameters}`, orderId: order.id };
}

/** An order whose newest payment was refused still waits: that screen says so, and offers to try again. */
function screenFor(status: string, refusal: string | null): 'sucesso' | 'pendente' | 'falha' {
  if (status === 'paid') return 'sucesso';
  return status === 'pending' && refusal === null ? 'pendente' : 'falha';
}
