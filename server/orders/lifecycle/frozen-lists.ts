/** Lists already frozen when an order was charged back: only these contain its cotas, later ones do not. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { OrderNumbers } from '../numbers/order-numbers.queries.ts';

/**
 * @param lines of rifas that the caller has locked
 * @returns data of the charge-back event, as JSON
 */
export async function describeFrozenLists(
  trx: Transaction<DB>,
  lines: readonly OrderNumbers[],
): Promise<string> {
  if (lines.length === 0) return JSON.stringify({ frozenLists: [] });
  const rifaIds = [...new Set(lines.map(({ rifaId }) => rifaId))];
  const lists = await trx.selectFrom('drawLists').select('rifaId').where('rifaId', 'in', rifaIds).execute();
  return JSON.stringify({ frozenLists: lists.map(({ rifaId }) => rifaId) });
}

/** Whether a list was frozen without the order's cotas, while the order was disputed or charged back. */
export async function isMissingOnList(trx: Transaction<DB>, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ missing: boolean }>`
    with charge_back as (
      select data -> 'frozenLists' as frozen_lists, created_at from order_events
      where order_id = ${orderId} and kind = 'order.charged_back' order by id desc limit 1
    )
    select exists (
      select from order_items item join draw_lists list on list.rifa_id = item.rifa_id
      where item.order_id = ${orderId} and (
        -- Older events do not name the lists.
        (select coalesce(not frozen_lists ? list.rifa_id::text, list.frozen_at >= created_at) from charge_back)
        or exists (select from draw_list_exclusions exclusion
          where exclusion.rifa_id = item.rifa_id and exclusion.order_id = item.order_id))
    ) as missing`.execute(trx);
  return rows[0]!.missing;
}
