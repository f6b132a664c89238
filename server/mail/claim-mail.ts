import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/**
 * Deduplicates a mail across job retries: called first, in the transaction that sends the mail.
 * @param key deduplication key, e.g. `ticket:<id>:opened`
 * @returns false when it was sent before
 */
export async function claimMail(trx: Transaction<DB>, key: string): Promise<boolean> {
  const first = await trx
    .insertInto('sentMails')
    .values({ key })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return first.numInsertedOrUpdatedRows !== 0n;
}
