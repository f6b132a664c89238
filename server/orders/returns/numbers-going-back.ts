import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/**
 * Numbers of an order whose refund is requested but not made, by rifa: a list that is frozen now excludes them. Without
 * cotas that stay on a frozen list.
 */
export async function selectNumbersGoingBack(
  db: Kysely<DB>,
  orderId: string,
): Promise<Map<string, Set<number>>> {
  const { rows } = await sql<{ rifaId: string; number: number }>`
    select item.rifa_id, number
    from order_items item cross join lateral unnest(item.selected_numbers) as number
    where item.order_id = ${orderId} and (
      exists (
        select from returned_cotas back join refunds on refunds.id = back.refund_id
        where back.order_id = item.order_id and back.line_no = item.line_no and number = any (back.numbers)
          and back.released_at is null and not back.sealed and refunds.state <> 'rejected')
      -- A refund of all that is left needs no cotas.
      or not exists (select from draw_lists list where list.rifa_id = item.rifa_id) and exists (
        select from provider_payments payment
        where payment.order_id = item.order_id and payment.disposition = 'settles'
          and payment.refunded + (
            select coalesce(sum(refund.amount), 0) from refunds refund
            where refund.provider = payment.provider and refund.payment_id = payment.payment_id
              and refund.state not in ('done', 'rejected')) >= payment.amount))`.execute(db);
  const byRifa = new Map<string, Set<number>>();
  for (const { rifaId, number } of rows) byRifa.set(rifaId, (byRifa.get(rifaId) ?? new Set()).add(number));
  return byRifa;
}
