import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/**
 * Marks the cotas of a rejected refund that a list was frozen with: they stay on it although their money was returned.
 * Requires the locks of the order and its rifas.
 */
export async function keepOnFrozenLists(trx: Transaction<DB>, refundId: string): Promise<void> {
  await sql`
    update returned_cotas cota set sealed = true
    where cota.refund_id = ${refundId}
      and exists (select from draw_lists list where list.rifa_id = cota.rifa_id)
      and not exists (
        select from draw_list_exclusions exclusion
        where exclusion.rifa_id = cota.rifa_id and exclusion.order_id = cota.order_id
          and exclusion.line_no = cota.line_no and cota.numbers <@ exclusion.numbers)`.execute(trx);
}
