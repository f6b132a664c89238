import type { PaymentSnapshot, ProviderResult } from '../payment-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { findHostedRefs, type Attempt } from './attempts.queries.ts';
import { findPayableOrder } from '../payable-order.queries.ts';

/** Reads a Pix by id, and a hosted checkout by the order's reference, because it can have several payments. */
export async function readPayments(
  context: PaymentsContext,
  attempt: Attempt,
): Promise<ProviderResult<PaymentSnapshot[]>> {
  if (attempt.kind === 'pix' && attempt.providerRef) {
    const read = await context.provider.getPayment(attempt.providerRef);
    return read.ok ? { ok: true, value: [read.value] } : read;
  }
  const order = await findPayableOrder(context.db, attempt.orderId);
  return context.provider.findPayments(
    order!.externalReference,
    await findHostedRefs(context.db, attempt.orderId),
  );
}
