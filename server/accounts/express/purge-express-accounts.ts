import { type RawBuilder, sql } from 'kysely';
import { inTransaction } from '../../platform/database/transaction.ts';
import { lockUser } from '../accounts.queries.ts';
import type { Auth, Executor } from '../auth.ts';
import { lockPurchases } from '../persons/lock-purchases.ts';
import { lockAccount } from '../persons/persons.queries.ts';
import { findDeletionBlockers, hasDeletionBlockers } from '../privacy/deletion-blockers.ts';
import { erasePerson } from '../privacy/erase-person.ts';

const UNUSED_DAYS = 7;
export const PURGED_PER_RUN = 100;
const PAGE = 100;

/**
 * Erases express accounts that were never confirmed, never ordered, hold nothing and were not used for a week. Pages by
 * id, so that accounts with deletion blockers never block the rest.
 * @returns how many
 */
export async function purgeExpressAccounts({ db, clock }: Auth): Promise<number> {
  const now = clock.now();
  let purged = 0;
  let after: string | null = null;
  do {
    const page: { userId: string }[] = await selectUnused(db, now)
      .$if(after !== null, (query) => query.where('userId', '>', after))
      .orderBy('userId')
      .limit(PAGE)
      .execute();
    for (const { userId } of page) {
      if (await inTransaction(db, (trx) => purgeUnused(trx, userId, now))) purged++;
      if (purged === PURGED_PER_RUN) return purged;
    }
    after = page.length < PAGE ? null : page.at(-1)!.userId;
  } while (after !== null);
  return purged;
}

async function purgeUnused(trx: Executor, userId: string, now: Date): Promise<boolean> {
  // As in the deletion of an account: what began before is seen, what comes later is rejected.
  await lockPurchases(trx, [userId]);
  await lockUser(trx, userId);
  await lockAccount(trx, userId);
  const unused = await selectUnused(trx, now).where('userId', '=', userId).executeTakeFirst();
  if (!unused || hasDeletionBlockers(await findDeletionBlockers(trx, userId, now))) return false;
  await erasePerson(trx, { userId, email: null });
  return true;
}

function selectUnused(db: Executor, now: Date) {
  const before = new Date(now.getTime() - UNUSED_DAYS * 86_400_000);
  return db
    .selectFrom('expressAccounts as express')
    .select('userId')
    .where('confirmedAt', 'is', null)
    .where('createdAt', '<', before)
    .where(
      sql<boolean>`not exists (select from orders where orders.user_id = express.user_id)
        and not exists (select from cota_gifts where recipient_id = express.user_id)
        and not exists (select from merged_people where into_id = express.user_id)
        and not exists (select from affiliates where affiliates.user_id = express.user_id)
        and not exists (select from auth.sessions where sessions.user_id = express.user_id and refreshed_at >= ${before})
        and not ${awaitsSupport(before)} and not ${awaitsOpening} and not ${hasSpendingBlock(now)}`,
    );
}

/** A ticket is open, or was settled so recently that the author may still reply. */
const awaitsSupport = (before: Date): RawBuilder<boolean> => sql`exists (
  select from support_tickets as ticket
  where ticket.user_id = express.user_id and (resolved_at is null or resolved_at >= ${before}))`;

const awaitsOpening: RawBuilder<boolean> = sql`exists (
  select from opening_notices as notice join rifas on rifas.id = notice.rifa_id
  where notice.user_id = express.user_id and notified_at is null and rifas.status in ('scheduled', 'active'))`;

/** Its stated address keeps out the mails that a paused or excluded person does not get. */
const hasSpendingBlock = (now: Date): RawBuilder<boolean> => sql`exists (
  select from own_limits as own join profiles on own.user_id = coalesce(profiles.person_id, profiles.id)
  where profiles.id = express.user_id and greatest(paused_until, excluded_until) > ${now})`;
