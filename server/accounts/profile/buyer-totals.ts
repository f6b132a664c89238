/** Profile columns computed by features above accounts. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

export interface Purchase {
  userId: string;
  /** Amount in reais, as the database prints it. */
  totalAmount: string;
  paidAt: Date;
}

/** Part of the statement that settles orders. Locks the profiles by ascending id. */
export function addPurchases(purchases: readonly Purchase[]): RawBuilder<unknown> {
  const userIds = purchases.map(({ userId }) => userId);
  return sql`
    update profiles set total_orders = total_orders + bought.orders, total_spent = total_spent + bought.spent,
      last_activity_at = greatest(last_activity_at, bought.last_paid_at)
    from (
      select id from profiles where id = any(${userIds}::uuid[]) order by id for no key update
    ) as buyer
    join (
      select user_id, count(*) as orders, sum(amount) as spent, max(paid_at) as last_paid_at
      from unnest(${userIds}::uuid[], ${purchases.map(({ totalAmount }) => totalAmount)}::numeric[],
        ${purchases.map(({ paidAt }) => paidAt)}::timestamptz[]) as purchase (user_id, amount, paid_at)
      group by user_id
    ) as bought on bought.user_id = buyer.id
    where profiles.id = buyer.id`;
}

/** @param amount in reais, as the database writes it */
export async function removePurchase(trx: Transaction<DB>, userId: string, amount: string): Promise<void> {
  await trx
    .updateTable('profiles')
    .set((eb) => ({ totalOrders: eb('totalOrders', '-', 1), totalSpent: eb('totalSpent', '-', amount) }))
    .where('id', '=', userId)
    .execute();
}

/** Subtracts a partial refund from the buyer's totals. @param amount in reais, as the database prints it */
export async function subtractSpent(trx: Transaction<DB>, userId: string, amount: string): Promise<void> {
  await trx
    .updateTable('profiles')
    .set((eb) => ({ totalSpent: eb('totalSpent', '-', amount) }))
    .where('id', '=', userId)
    .execute();
}

/**
 * Of profiles that the caller has locked.
 * @param changes `dueAt`: when time alone may change the segment; null: never
 */
export async function saveSegments(
  trx: Transaction<DB>,
  changes: readonly { userId: string; segment: string; dueAt: Date | null }[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update profiles set segment = changed.segment, segment_due_at = changed.due_at
    from unnest(${changes.map(({ userId }) => userId)}::uuid[], ${changes.map(({ segment }) => segment)}::text[],
      ${changes.map(({ dueAt }) => dueAt)}::timestamptz[]) as changed (id, segment, due_at)
    where profiles.id = changed.id`.execute(trx);
}

/** Recomputes points that the current rules change: a trigger writes them. @returns profiles changed, at most `limit` */
export async function updatePointTotals(db: Kysely<DB>, limit: number): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    update profiles set total_points = total_points
     where id in (select id from profiles where total_points <> points_of(total_spent, referral_count)
                  order by id limit ${limit} for update)`.execute(db);
  return numAffectedRows;
}
