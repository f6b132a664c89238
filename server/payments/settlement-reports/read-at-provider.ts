/** Reads one payment at the providers, for a person who found its id in a report or in the provider's panel. */
import type { ReadPayment } from '@mare/contract/admin/settlements.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { allProviders } from '../providers/providers.ts';
import { applySnapshot } from '../settlement/apply-snapshot.ts';

/**
 * Applies the provider's state of a payment, like a webhook: an order may become paid, or its payment be refunded.
 */
export async function readAtProvider(context: PaymentsContext, paymentId: string): Promise<ReadPayment> {
  let wasAsked = true;
  for (const provider of allProviders(context)) {
    const read = await provider.getPayment(paymentId);
    if (read.ok) {
      await applySnapshot(context, read.value, 'admin');
      const stored = await context.db
        .selectFrom('providerPayments')
        .select('orderId')
        .where('provider', '=', provider.id)
        .where('paymentId', '=', read.value.paymentId)
        .executeTakeFirst();
      return stored?.orderId ? { found: 'order', orderId: stored.orderId } : { found: 'other_system' };
    }
    // A provider rejects an id of another format.
    if (read.error.kind !== 'not_found' && read.error.kind !== 'invalid_request') wasAsked = false;
  }
  return { found: wasAsked ? 'absent' : 'unavailable' };
}
