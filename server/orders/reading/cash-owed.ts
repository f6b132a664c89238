import { sql } from 'kysely';

/**
 * SQL of the centavos of cash owed to a buyer because a hand-over was undone. Shared by all pages, lists and exports.
 * @param payment column with the id of a cash payment, which equals the id of its order
 */
export const cashOwedOf = (
  payment: string,
) => `(select (coalesce(sum(owed.amount), 0) * 100)::integer from refunds owed
  where owed.owed_again_since is not null and owed.payment_id = ${payment}::text)`;

/** The same for a row of `orders`. */
export const cashOwed = sql<number>`${sql.raw(cashOwedOf('orders.id'))}`;
