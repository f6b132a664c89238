import type pg from 'pg';
import { REMINDER_AFTER_MS, REMINDER_TITLE } from '@mare/domain/cart/abandonment.ts';
import { createBatchLoader } from '../../platform/caching/batch-loader.ts';
import { defineCache } from '../../platform/caching/caches.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Records the cart, at current prices, of a buyer who consents to measurement or marketing. With marketing consent
 * and a non-empty cart, reschedules the buyer's only pending reminder to 30 minutes from now. Keeps the row of an
 * ordered line, which counts as recovered when the order is paid, and the row of a line that was removed after its
 * reminder, for the stats. Recovered rows are not reused: a later cart of the rifa inserts a new one.
 */
export async function trackCart(
  { pool, clock, random }: Pick<Platform, 'pool' | 'clock' | 'random'>,
  userId: string,
  items: readonly { rifaId: string; quantity: number }[],
): Promise<void> {
  const now = clock.now();
  const quantities = new Map<string, number>();
  for (const { rifaId, quantity } of items) quantities.set(rifaId, (quantities.get(rifaId) ?? 0) + quantity);
  await pool.query({
    name: 'track-cart',
    text: TRACK,
    values: [
      userId,
      [...quantities.keys()],
      [...quantities.values()],
      now,
      random.uuid(),
      REMINDER_TITLE,
      REMINDER_TEXT,
      new Date(now.getTime() + REMINDER_AFTER_MS),
    ],
  });
}

const REMINDER_TEXT =
  'Seus números ainda estão no carrinho. Finalize a compra antes que outra pessoa escolha os mesmos.';

/** The parts of one statement do not see each other's changes, so the reminder uses their returned rows. */
const TRACK = `
  with consent as (
    select measurement, marketing from consents where user_id = $1::uuid order by id desc limit 1
  ), allowed as (
    select from consent where measurement or marketing
  ), removed as (
    delete from abandoned_cart_tracking as tracked
    where user_id = $1::uuid and recovered_at is null and reminded_at is null and rifa_id <> all ($2::uuid[])
      and exists (select from allowed)
      and not exists (
        select from orders join order_items as line on line.order_id = orders.id
        where orders.user_id = tracked.user_id and orders.created_at >= tracked.abandoned_at
          and line.rifa_id = tracked.rifa_id)
    returning rifa_id
  ), taken_out as (
    update abandoned_cart_tracking set taken_out_at = $4::timestamptz
    where user_id = $1::uuid and recovered_at is null and reminded_at is not null and taken_out_at is null
      and rifa_id <> all ($2::uuid[])
  ), changed as (
    insert into abandoned_cart_tracking as tracked (user_id, rifa_id, quantity, total_amount, abandoned_at)
    select profiles.id, rifas.id, wanted.quantity, wanted.quantity * rifas.price, $4::timestamptz
    from unnest($2::uuid[], $3::integer[]) as wanted (rifa_id, quantity)
    join rifas on rifas.id = wanted.rifa_id
    join profiles on profiles.id = $1::uuid
    where exists (select from allowed)
    order by rifas.id
    on conflict (user_id, rifa_id) where recovered_at is null do update
      set quantity = excluded.quantity, total_amount = excluded.total_amount, stage = 'cart',
        refilled_at = excluded.abandoned_at, reminded_at = null, taken_out_at = null,
        abandoned_at = case when exists (
            select from orders join order_items as line on line.order_id = orders.id
            where orders.user_id = tracked.user_id and orders.created_at >= tracked.abandoned_at
              and orders.status in ('pending', 'paid') and line.rifa_id = tracked.rifa_id)
          then tracked.abandoned_at else excluded.abandoned_at end
      where tracked.quantity <> excluded.quantity or tracked.taken_out_at is not null
    returning rifa_id
  ), pending as (
    select rifa_id from changed
    union all
    select rifa_id from abandoned_cart_tracking
    where user_id = $1::uuid and recovered_at is null and reminded_at is null
      and rifa_id not in (select rifa_id from removed)
  )
  insert into scheduled_notifications (id, user_id, user_email, type, title, message, data, scheduled_for)
  select $5::uuid, users.id, users.email, 'abandoned_cart', $6::text, $7::text, '{"href": "/checkout"}', $8::timestamptz
  from auth.users
  where users.id = $1::uuid and exists (select from consent where marketing) and exists (select from pending)
  on conflict (user_id, type) where sent_at is null and cancelled_at is null
    do update set scheduled_for = excluded.scheduled_for`;

interface Reached {
  userId: string;
  rifaIds: readonly string[];
  stage: 'review' | 'payment';
}

const stageWriter = defineCache(({ pool }: Pick<Platform, 'pool'>) =>
  createBatchLoader((all: Reached[]) => reachStages(pool, all)),
);

/** Updates the checkout stage of tracked carts; batches concurrent calls into one statement. */
export async function reachStage(
  platform: Pick<Platform, 'pool' | 'caches'>,
  userId: string,
  rifaIds: readonly string[],
  stage: 'review' | 'payment',
): Promise<void> {
  if (rifaIds.length > 0) await stageWriter(platform).load({ userId, rifaIds, stage });
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
           where tracked.user_id = reached.user_id and tracked.rifa_id = reached.rifa_id
             and tracked.recovered_at is null`,
    values: [
      rows.map(({ userId }) => userId),
      rows.map(({ rifaId }) => rifaId),
      rows.map(({ stage }) => stage),
    ],
  });
  return all.map(() => undefined);
}
