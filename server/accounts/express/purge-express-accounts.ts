import { inTransaction } from '../../platform/database/transaction.ts';
import type { Auth } from '../auth.ts';
import { erasePerson } from '../privacy/erase-person.ts';

const UNUSED_DAYS = 7;
const BATCH = 100;

/** Erases express accounts that were never confirmed and never ordered. @returns how many */
export async function purgeExpressAccounts({ db, clock }: Auth): Promise<number> {
  const before = new Date(clock.now().getTime() - UNUSED_DAYS * 86_400_000);
  const unused = await db
    .selectFrom('expressAccounts as express')
    .select('userId')
    .where('confirmedAt', 'is', null)
    .where('createdAt', '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('orders').select('orders.id').whereRef('orders.userId', '=', 'express.userId'),
        ),
      ),
    )
    .orderBy('createdAt')
    .limit(BATCH)
    .execute();
  for (const { userId } of unused)
    await inTransaction(db, (trx) => erasePerson(trx, { userId, email: null }));
  return unused.length;
}
