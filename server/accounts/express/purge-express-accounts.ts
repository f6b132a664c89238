import { sql } from 'kysely';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Auth } from '../auth.ts';
import { erasePerson } from '../privacy/erase-person.ts';

const UNUSED_DAYS = 7;
const BATCH = 100;

/** Erases express accounts that were never confirmed, never ordered and hold nothing. @returns how many */
export async function purgeExpressAccounts({ db, clock }: Auth): Promise<number> {
  const before = new Date(clock.now().getTime() - UNUSED_DAYS * 86_400_000);
  const unused = await db
    .selectFrom('expressAccounts as express')
    .select('userId')
    .where('confirmedAt', 'is', null)
    .where('createdAt', '<', before)
    .where(
      sql<boolean>`not exists (select from orders where orders.user_id = express.user_id)
        and not exists (select from cota_gifts where recipient_id = express.user_id)
        and not exists (select from merged_people where into_id = express.user_id)`,
    )
    .orderBy('createdAt')
    .limit(BATCH)
    .execute();
  for (const { userId } of unused)
    await inTransaction(db, (trx) => erasePerson(trx, { userId, email: null }));
  return unused.length;
}
