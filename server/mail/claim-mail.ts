import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/**
 * Lets a mail be sent once, however often its job runs: asked first in the transaction in which it is sent.
 * @param key says which mail it is, e.g. `ticket:<id>:opened`
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
