import { sql } from 'kysely';
import type pg from 'pg';
import { REMINDER_AFTER_MS, REMINDER_TITLE } from '@mare/domain/cart/abandonment.ts';
import { NECESSARY_ONLY } from '@mare/domain/personalization/consent.ts';
import { readConsent } from '../../personalization/consent/read-consent.ts';
import { createBatchLoader } from '../../platform/caching/batch-loader.ts';
import { defineCache } from '../../platform/caching/caches.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Records the cart, at current prices, of a buyer who consents to measurement or marketing. With marketing consent and a
 * non-empty cart, reschedules the buyer's only pending reminder to 30 minutes from now. A line that was ordered stays:
 * its payment recovers it.
 */
export async function trackCart(
  { db, clock, random }: Pick<Platform, 'db' | 'clock' | 'random'>,
  userId: string,
  items: readonly { rifaId: string; quantity: number }[],
): Promise<void> {
  const consent = (await readConsent(db, userId)) ?? NECESSARY_ONLY;
  if (!consent.measurement && !consent.marketing) return;
  const now = clock.now();
  const quantities = new Map<string, number>();
  for (const { rifaId, quantity } of items) quantities.set(rifaId, (quantities.get(rifaId) ?? 0) + quantity);
  const rifaIds = [...quantities.keys()];
  await db.transaction().execute(async (trx) => {
    await sql`
      delete from abandoned_cart_tracking as tracked
      where user_id = ${userId} and recovered_at is null and reminded_at is null
        and rifa_id <> all (${rifaIds}::uuid[])
        and not exists (
          select from orders join order_items as line on line.order_id = orders.id
          where orders.user_id = tracked.user_id and orders.created_at >= tracked.abandoned_at
            and line.rifa_id = tracked.rifa_id)`.execute(trx);
    await sql`
      insert into abandoned_cart_tracking as tracked (user_id, rifa_id, quantity, total_amount, abandoned_at)
      select profiles.id, rifas.id, wanted.quantity, wanted.quantity * rifas.price, ${now}
      from unnest(${rifaIds}::uuid[], ${[...quantities.values()]}::integer[]) as wanted (rifa_id, quantity)
      join rifas on rifas.id = wanted.rifa_id
      join profiles on profiles.id = ${userId}
      order by rifas.id
      on conflict (user_id, rifa_id) do update
        set quantity = excluded.quantity, total_amount = excluded.total_amount, stage = 'cart',
          abandoned_at = excluded.abandoned_at, recovered_at = null, reminded_at = null
        where tracked.quantity <> excluded.quantity or tracked.recovered_at is not null`.execute(trx);
    if (!consent.marketing) return;
    await sql`
      insert into scheduled_notifications (id, user_id, user_email, type, title, message, data, scheduled_for)
      select ${random.uuid()}, users.id, users.email, 'abandoned_cart', ${REMINDER_TITLE},
        'Seus números ainda estão no carrinho. Finalize a compra antes que outra pessoa escolha os mesmos.',
        ${JSON.stringify({ href: '/checkout' })}, ${new Date(now.getTime() + REMINDER_AFTER_MS)}
      from auth.users
      where users.id = ${userId} and exists (
        select from abandoned_cart_tracking as tracked where tracked.user_id = users.id
          and tracked.recovered_at is null and tracked.reminded_at is null)
      on conflict (user_id, type) where sent_at is null and cancelled_at is null
        do update set scheduled_for = excluded.scheduled_for`.execute(trx);
  });
}

interface Reached {
  userId: string;
  rifaIds: readonly string[];
  stage: 'review' | 'payment';
}

const stageWriter = defineCache(({ pool }: Pick<Platform, 'pool'>) =>
  createBatchLoader((all: Reached[]) => reachStages(pool, all)),
);

/** Updates the checkout stage of tracked carts; batches concurrent calls into one statement. */
export function reachStage(
  platform: Pick<Platform, 'pool' | 'caches'>,
  userId: string,
  rifaIds: readonly string[],
  stage: 'review' | 'payment',
): Promise<void> {
  return stageWriter(platform).load({ userId, rifaIds, stage });
}

async function reachStages(pool: pg.Pool, all: readonly Reached[]): Promise<void[]> {
  const rows = all.flatMap(({ userId, rifaIds, stage }) =>
    rifaIds.map((rifaId) => ({ userId, rifaId, stage })),
  );
  await pool.query({
    name: 'reach-stage',
    // A fixed lock order prevents deadlocks between batches. `min` is 'payment' for a cart in both stages.
    text: `with reached as (
             select tracked.user_id, tracked.rifa_id, one.stage from abandoned_cart_tracking tracked
             join (select user_id, rifa_id, min(stage) as stage
                   from unnest($1::uuid[], $2::uuid[], $3::text[]) as asked (user_id, rifa_id, stage)
                   group by user_id, rifa_id) as one using (user_id, rifa_id)
             where tracked.recovered_at is null and tracked.stage <> one.stage
             order by tracked.user_id, tracked.rifa_id for update of tracked
           )
           update abandoned_cart_tracking tracked set stage = reached.stage from reached
           where tracked.user_id = reached.user_id and tracked.rifa_id = reached.rifa_id`,
    values: [
      rows.map(({ userId }) => userId),
      rows.map(({ rifaId }) => rifaId),
      rows.map(({ stage }) => stage),
    ],
  });
  return all.map(() => undefined);
}
