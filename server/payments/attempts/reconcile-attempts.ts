/** Polls the provider for every attempt that is due. Finds every payment even without webhooks. */
import { checkAttempt } from './check-attempt.ts';
import type { PaymentsContext } from '../payments-context.ts';

const LEASE_MS = 60_000;
const CONCURRENCY = 8;
/** Time for the original request to finish its provider call, before the attempt is retried here. */
const CREATING_MS = 15_000;

/** @returns how many attempts were checked */
export async function reconcileAttempts(context: PaymentsContext): Promise<number> {
  let count = 0;
  for (;;) {
    const ids = await claim(context);
    if (ids.length === 0) return count;
    count += ids.length;
    await Promise.all(
      ids.map((id) =>
        checkAttempt(context, id, 'check').catch((error: unknown) =>
          context.log.error({ err: error, attempt: id }, 'payment attempt could not be checked'),
        ),
      ),
    );
  }
}

/** Postpones the next check as a lease; the check then schedules the real one. */
async function claim(context: PaymentsContext): Promise<string[]> {
  const now = context.clock.now();
  const due = context.db
    .selectFrom('paymentAttempts')
    .select('id')
    .where('provider', '=', context.provider.id)
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
    .limit(CONCURRENCY)
    .forUpdate()
    .skipLocked();
  const rows = await context.db
    .updateTable('paymentAttempts')
    .set({ nextCheckAt: new Date(now.getTime() + LEASE_MS) })
    .where('id', 'in', due)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
