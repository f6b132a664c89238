/** Polling of the provider for attempts that are due. Finds every payment even without webhooks. */
import { reachableProviderIds } from '../providers/providers.ts';
import type { PaymentsContext } from '../payments-context.ts';

const LEASE_MS = 60_000;
/** Time for the original request to finish its provider call, before the attempt is retried here. */
const CREATING_MS = 15_000;

/**
 * Postpones the next check as a lease; `checkAttempt` then schedules the real one.
 * @returns ids of due attempts, the longest overdue first
 */
export async function claimAttempts(context: PaymentsContext, limit: number): Promise<string[]> {
  const reachable = reachableProviderIds(context);
  if (reachable.length === 0) return [];
  const now = context.clock.now();
  const dueAttempts = context.db
    .selectFrom('paymentAttempts')
    .select('id')
    .where('provider', 'in', reachable)
    .where((eb) =>
      eb.or([
        eb('nextCheckAt', '<=', now),
        eb.and([
          eb('state', '=', 'creating'),
          eb('nextCheckAt', 'is', null),
          eb('createdAt', '<=', new Date(now.getTime() - CREATING_MS)),
        ]),
      ]),
    )
    .orderBy('nextCheckAt')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const rows = await context.db
    .updateTable('paymentAttempts')
    .set({ nextCheckAt: new Date(now.getTime() + LEASE_MS) })
    .where('id', 'in', dueAttempts)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
