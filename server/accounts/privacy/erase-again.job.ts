import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Auth } from '../auth.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { findOwnAccounts } from './find-own-accounts.ts';
import { erasePerson } from './erase-person.ts';

/** Runs an hour after a deletion and erases data of orders that were being created during it. */
export const eraseAgainJob = defineJob(
  'erase-again',
  {},
  ({ db }: Pick<Auth, 'db'>, { userId }: { userId: string }) =>
    inTransaction(db, async (trx) => {
      for (const account of await findOwnAccounts(trx, userId)) await erasePerson(trx, account);
    }),
);
