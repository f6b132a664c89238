import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Counts the buyer of an order as referred by its affiliate, unless an earlier order already did. */
export async function countReferral(
  trx: Transaction<DB>,
  referral: { referrerId: string; referredId: string; orderId: string },
): Promise<void> {
  await trx
    .insertInto('referrals')
    .values(referral)
    .onConflict((conflict) => conflict.column('referredId').doNothing())
    .execute();
}

/** Waits while the two accounts become accounts of one person. */
export async function isSamePerson(trx: Transaction<DB>, userId: string, buyerId: string): Promise<boolean> {
  const rows = await trx
    .selectFrom('profiles')
    .select('personId')
    .where('id', 'in', [userId, buyerId])
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ personId }) => personId)).size === 1;
}
