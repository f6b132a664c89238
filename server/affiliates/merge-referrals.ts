import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/**
 * Merges the referrals of two accounts of one person: `id` stays, `formerId` ends. No person refers themselves or is
 * referred twice.
 */
export async function mergeReferrals(trx: Transaction<DB>, id: string, formerId: string): Promise<void> {
  const pair = [id, formerId];
  await trx.deleteFrom('referrals').where('referrerId', 'in', pair).where('referredId', 'in', pair).execute();
  await trx.updateTable('referrals').set({ referrerId: id }).where('referrerId', '=', formerId).execute();
  const brought = await trx
    .selectFrom('referrals')
    .select('id')
    .where('referredId', '=', id)
    .executeTakeFirst();
  if (brought) await trx.deleteFrom('referrals').where('referredId', '=', formerId).execute();
  else
    await trx.updateTable('referrals').set({ referredId: id }).where('referredId', '=', formerId).execute();
}
