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

export async function isSamePerson(trx: Transaction<DB>, userId: string, buyerId: string): Promise<boolean> {
  const rows = await trx
    .selectFrom('profiles')
    .select('personId')
    .distinct()
    .where('id', 'in', [userId, buyerId])
    .execute();
  return rows.length === 1;
}
