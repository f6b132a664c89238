import { type RawBuilder, sql } from 'kysely';

/**
 * Reais refunded of a rifa in a paid order without returning cotas, by the ledger. The first of the rifa's lines in
 * the order has the amount, the others have 0, because lines only store the price of their cotas.
 * @param item alias of `order_items`
 * @param order alias of `orders`
 */
export function moneyWithoutCotas(item: string, order: string): RawBuilder<string> {
  const ofItem = (column: string) => sql.ref(`${item}.${column}`);
  const ofOrder = (column: string) => sql.ref(`${order}.${column}`);
  const key = sql`'out:' || payment.provider || ':' || payment.payment_id`;
  return sql<string>`case when ${ofOrder('returned_amount')} > 0 and not exists (
      select from order_items before where before.order_id = ${ofItem('order_id')}
        and before.rifa_id = ${ofItem('rifa_id')} and before.line_no < ${ofItem('line_no')})
    then coalesce((
        select sum(entry.amount) from provider_payments payment
        join ledger_entries entry on entry.account = 'sales:' || ${ofItem('rifa_id')}
          and entry.txn_key >= ${key} || ':' and entry.txn_key < ${key} || ';'
        where payment.order_id = ${ofItem('order_id')} and payment.disposition = 'settles'), 0)
      - coalesce((
        select sum(back.value) from returned_cotas back
        where back.order_id = ${ofItem('order_id')} and back.rifa_id = ${ofItem('rifa_id')}
          and back.released_at is not null), 0)
    else 0 end`;
}

/** Reais of a line: less refunds if the order is paid, otherwise as ordered. Takes the same aliases. */
export function stayingMoney(item: string, order: string): RawBuilder<string> {
  const total = sql.ref(`${item}.total_amount`);
  return sql<string>`case when ${sql.ref(`${order}.status`)} = 'paid'
    then ${total} - ${moneyWithoutCotas(item, order)} else ${total} end`;
}
