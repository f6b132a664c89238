import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/**
 * Of two accounts of one person: `id` stays, `formerId` ends. Together they may exceed a rifa's limit per person: sold
 * cotas stay sold, and no more are sold.
 */
export async function mergeShares(trx: Transaction<DB>, id: string, formerId: string): Promise<void> {
  await sql`
    insert into rifa_shares (rifa_id, user_id, cotas, most)
    select rifa_id, ${id}::uuid, cotas, most from rifa_shares where user_id = ${formerId}
    on conflict (rifa_id, user_id) do update set cotas = rifa_shares.cotas + excluded.cotas,
      most = greatest(rifa_shares.most, rifa_shares.cotas + excluded.cotas)`.execute(trx);
  await trx.deleteFrom('rifaShares').where('userId', '=', formerId).execute();
}
