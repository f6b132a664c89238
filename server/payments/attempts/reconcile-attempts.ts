/** Asks again for every attempt that is due: enough to see every payment, should no webhook ever come. */
import { checkAttempt } from './check-attempt.ts';
import type { PaymentsContext } from '../payments-context.ts';

const LEASE_MS = 60_000;
const AT_ONCE = 8;
/** The request that made an attempt is given this long before its call counts as lost. */
const CREATING_MS = 15_000;

/** Checks all that is due. @returns how many attempts were checked */
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

/** Pushes the next check away as a lease; the check itself then plans the real one. */
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
    .limit(AT_ONCE)
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
