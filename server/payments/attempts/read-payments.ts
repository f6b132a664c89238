import type { PaymentSnapshot, ProviderResult } from '../providers/payment-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { providerOf } from '../providers/providers.ts';
import { findChargesAt, type Attempt } from './attempts.queries.ts';
import { findPayableOrder } from '../payable-order.queries.ts';

/** Reads a Pix by id, and a hosted checkout by the order's reference, because it can have several payments. */
export async function readPayments(
  context: PaymentsContext,
  attempt: Attempt,
): Promise<ProviderResult<PaymentSnapshot[]>> {
  const provider = providerOf(context, attempt.provider);
  if (attempt.kind === 'pix' && attempt.providerRef) {
    const read = await provider.getPayment(attempt.providerRef);
    return read.ok ? { ok: true, value: [read.value] } : read;
  }
  const order = await findPayableOrder(context.db, attempt.orderId);
  return provider.findPayments(
    order!.externalReference,
    await findChargesAt(context.db, attempt.orderId, attempt.provider),
  );
}
