/** Polls the open attempts of an order that a buyer is viewing, at most once per order every 5 seconds. */
import { checkAttempt } from './check-attempt.ts';
import { providerIds } from '../providers/providers.ts';
import type { PaymentsContext } from '../payments-context.ts';

const PAUSE_MS = 5_000;

export async function refreshOrder(context: PaymentsContext, orderId: string): Promise<void> {
  const now = context.clock.now();
  const dueAttempt = await context.lookups
    .updateTable('paymentAttempts')
    .set({ lastCheckedAt: now })
    .where('orderId', '=', orderId)
    .where('provider', 'in', providerIds(context))
    .where('state', '=', 'open')
    .where((eb) =>
      eb.or([eb('lastCheckedAt', 'is', null), eb('lastCheckedAt', '<=', new Date(now.getTime() - PAUSE_MS))]),
    )
    .returning('id')
    .execute();
  for (const { id } of dueAttempt) await checkAttempt(context, id, 'return');
}
