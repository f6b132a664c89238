import type { OpenMatters } from '@mare/contract/accounts/open-matters.ts';
import { queueMail } from '../../mail/outbox/queue-message.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockUser } from '../accounts.queries.ts';
import type { Principal } from '../../platform/http/api.ts';
import { hasOtherAdmin } from '../safety/last-admin.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { composeAccountDeletedMail } from './account-deleted-mail.ts';
import { eraseAgainJob } from './erase-again.job.ts';
import { lockPurchases } from '../persons/lock-purchases.ts';
import { lockAccount } from '../persons/persons.queries.ts';
import { erasePerson, eraseEmail } from './erase-person.ts';
import { findOwnAccounts } from './find-own-accounts.ts';
import { findDeletionBlockers, hasDeletionBlockers } from './deletion-blockers.ts';

const ERASE_AGAIN_AFTER_MS = 3_600_000;

export type DeleteAccountResult =
  | { ok: true }
  | { ok: false; code: 'ACCOUNT_IN_USE'; matters: OpenMatters }
  | { ok: false; code: 'LAST_ADMIN' };

/** Deletes an account permanently (LGPD, art. 18). Orders, payments and draws stay without personal data. */
export async function deleteAccount(
  platform: Platform,
  { userId }: Pick<Principal, 'userId'>,
): Promise<DeleteAccountResult> {
  return inTransaction<DeleteAccountResult>(platform.db, async (trx) => {
    // Without a reservation in progress, so that the blockers include its order; a later one is rejected.
    await lockPurchases(trx, [userId]);
    if (!(await hasOtherAdmin(trx, userId, platform.clock.now()))) return { ok: false, code: 'LAST_ADMIN' };
    await lockUser(trx, userId);
    // Serializes with late payments: one that gets the lock first becomes an order that blocks the deletion; a later
    // one is refunded.
    await lockAccount(trx, userId);
    const matters = await findDeletionBlockers(trx, userId, platform.clock.now());
    if (hasDeletionBlockers(matters)) return { ok: false, code: 'ACCOUNT_IN_USE', matters };
    const accounts = await findOwnAccounts(trx, userId);
    for (const account of accounts) {
      await erasePerson(trx, account);
      if (account.email) await eraseEmail(trx, account.email);
    }
    const email = accounts[0]?.email;
    if (email)
      await queueMail(trx, platform, composeAccountDeletedMail(email), {
        key: `account-deleted:${platform.random.uuid()}`,
        topic: 'access',
        isAnonymous: true,
      });
    await recordActivity(trx, platform, {
      userId,
      action: 'delete-account',
      entityType: 'profile',
      entityId: userId,
      description: 'Excluiu a própria conta.',
    });
    const startAfter = new Date(platform.clock.now().getTime() + ERASE_AGAIN_AFTER_MS);
    await platform.jobs.enqueue(trx, eraseAgainJob, { userId }, { startAfter });
    return { ok: true };
  });
}
