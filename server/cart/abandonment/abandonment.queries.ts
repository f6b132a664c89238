import { type Kysely, sql } from 'kysely';
import type { CartAnalytics } from '@mare/contract/cart/cart.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { ANALYTICS_WINDOW_DAYS } from '@mare/domain/cart/abandonment.ts';

/** Stats of carts tracked in the last 30 days. */
export async function readCartAnalytics(db: Kysely<DB>, now: Date): Promise<CartAnalytics> {
  const since = new Date(now.getTime() - ANALYTICS_WINDOW_DAYS * 86_400_000);
  const { rows } = await sql<Record<'carts' | 'recovered' | 'review' | 'payment' | 'lost', string>>`
    select count(*) as carts,
      count(*) filter (where recovered_at is not null) as recovered,
      count(*) filter (where recovered_at is null and stage = 'review') as review,
      count(*) filter (where recovered_at is null and stage = 'payment') as payment,
      coalesce(sum(total_amount) filter (where recovered_at is null), 0) as lost
    from abandoned_cart_tracking where abandoned_at >= ${since}`.execute(db);
  const row = rows[0]!;
  return {
    carts: Number(row.carts),
    recovered: Number(row.recovered),
    leftAtReview: Number(row.review),
    leftAtPayment: Number(row.payment),
    lostCentavos: centavosFromNumeric(row.lost),
  };
}
