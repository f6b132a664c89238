/**
 * Handles the buyer's return from the hosted checkout. The URL's parameters only choose which order to look up; the page
 * shown depends on the stored order.
 */
import { GENERIC_REJECTION } from '@mare/domain/payments/rejection-messages.ts';
import { isReference } from '../../orders/reading/find-order.ts';
import { describePayment } from '../describe-payment.ts';
import { findPayableOrderByReference } from '../payable-order.queries.ts';
import type { PaymentsContext } from '../payments-context.ts';

/** @returns path and query of the page to show */
export async function returnFromCheckout(
  context: PaymentsContext,
  query: { externalReference: string | null; paymentId: string | null },
): Promise<{ path: string; orderId: string | null }> {
  const reference = query.externalReference ?? '';
  const order = isReference(reference) ? await findPayableOrderByReference(context.db, reference) : null;
  if (!order) return { path: '/checkout/pendente', orderId: null };

  const parameters = new URLSearchParams();
  if (/^\d{1,20}$/.test(query.paymentId ?? '')) parameters.set('payment_id', query.paymentId!);
  parameters.set('external_reference', order.externalReference);
  const { paymentFailure } = await describePayment(context, order.id);
  const screen = screenFor(order.status, paymentFailure);
  if (screen === 'falha') parameters.set('error_message', paymentFailure ?? GENERIC_REJECTION);
  return { path: `/checkout/${screen}?${parameters}`, orderId: order.id };
}

/** A pending order whose newest payment was rejected gets the failure page, which offers a retry. */
function screenFor(status: string, paymentFailure: string | null): 'sucesso' | 'pendente' | 'falha' {
  if (status === 'paid') return 'sucesso';
  return status === 'pending' && paymentFailure === null ? 'pendente' : 'falha';
}
