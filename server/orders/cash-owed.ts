import { sql } from 'kysely';

/**
 * Centavos of cash that is owed to a buyer again, as a hand-over was noted by mistake, in a statement. The same for every
 * page, list and export. @param payment a column: the payment in cash, whose id is that of its order
 */
export const cashOwedOf = (
  payment: string,
) => `(select (coalesce(sum(owed.amount), 0) * 100)::integer from refunds owed
  where owed.owed_again_since is not null and owed.payment_id = ${payment}::text)`;

/** Cash owed for a row of `orders`. */
export const cashOwed = sql<number>`${sql.raw(cashOwedOf('orders.id'))}`;
