import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/**
 * Merges the referrals and personal links of two accounts of one person: `id` stays, `formerId` ends. Removes
 * self-referrals and duplicate referrals. Links that were shared keep working.
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
  await sql`
    update share_links set is_former = true
    where user_id = ${formerId} and rifa_id in (select rifa_id from share_links where user_id = ${id})`.execute(
    trx,
  );
  await sql`
    delete from share_orders using share_links link, orders
    where link.code = share_orders.code and orders.id = share_orders.order_id
      and link.user_id in (${id}, ${formerId}) and orders.user_id in (${id}, ${formerId})`.execute(trx);
}
