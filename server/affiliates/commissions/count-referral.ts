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
