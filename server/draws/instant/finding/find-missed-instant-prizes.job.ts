/**
 * Runs find-instant-prizes again for orders whose job was lost: it failed for good, its row was deleted, or the database
 * was restored from before it.
 */
import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { placeInstantPrizes } from '@mare/domain/draws/instant-prizes.ts';
import { findPaidHolders } from '../../../orders/numbers/find-paid-holders.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findInstantPrizesJob, type InstantPrizeJob } from './find-instant-prizes.job.ts';
import { placementSeed, type StoredSeed } from '../hiding/placement-seed.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'log'>;

/** Until then the job of a payment, or of a beacon's round, is not late. */
const GRACE_MS = 600_000;

export const findMissedInstantPrizesJob = defineJob(
  'find-missed-instant-prizes',
  { everyMinutes: 10 },
  findMissedInstantPrizes,
);

export async function findMissedInstantPrizes(platform: Deps): Promise<void> {
  const missed = await listMissedInstantPrizes(platform);
  if (missed.length === 0) return;
  platform.log.error({ orders: missed }, 'orders whose cotas premiadas were missed: handled again');
  const errors: unknown[] = [];
  for (const order of missed)
    await findInstantPrizesJob.handle(platform, order).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} orders not handled`);
}

/** Orders whose cotas premiadas are not as their payment says, long after it. */
export async function listMissedInstantPrizes({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<InstantPrizeJob[]> {
  const before = new Date(clock.now().getTime() - GRACE_MS);
  const unfound = await listUnfound(db, before);
  return [
    ...unfound.map((orderId) => ({ orderId, kind: 'paid' as const })),
    ...(await listContradicting(db, before)),
  ];
}

/** Paid orders that hold a cota premiada without having found it. */
async function listUnfound(db: Kysely<DB>, before: Date): Promise<string[]> {
  const holders = new Set<string>();
  for (const rifa of await listPlaced(db, before)) {
    const placed = placeInstantPrizes(rifa.rifaId, placementSeed(rifa.rifaId, rifa)!, rifa);
    const unfound = new Set(rifa.unfound);
    const numbers = placed.filter(({ position }) => unfound.has(position)).map(({ number }) => number);
    for (const { orderId } of await findPaidHolders(db, rifa.rifaId, numbers)) holders.add(orderId);
  }
  if (holders.size === 0) return [];
  const late = await db
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', [...holders])
    .where('status', '=', 'paid')
    .where('paidAt', '<=', before)
    .execute();
  return late.map(({ id }) => id);
}

interface PlacedRifa extends StoredSeed {
  rifaId: string;
  totalNumbers: number;
  count: number;
  /** Positions of the prizes that are not found yet. */
  unfound: number[];
}

/** Rifas whose cotas premiadas have their numbers since then, and are not all found. */
async function listPlaced(db: Kysely<DB>, before: Date): Promise<PlacedRifa[]> {
  const { rows } = await sql<PlacedRifa>`
    select s.rifa_id, r.total_numbers, s.seed, s.beacon_chain, s.beacon_round, known.signature, prizes.*
    from instant_prize_seeds s
    join rifas r on r.id = s.rifa_id
    left join instant_prize_rounds known on known.rifa_id = s.rifa_id
    join lateral (
      select count(*)::integer as count, array_agg(position) filter (where found_at is null) as unfound
      from instant_prizes p where p.rifa_id = s.rifa_id) as prizes on prizes.unfound is not null
    where r.archived_at is null
      and case when s.beacon_round is null then s.placed_at else known.placed_at end <= ${before}`.execute(
    db,
  );
  return rows;
}

/** Orders with a prize that a refund should have voided, or a reversed charge-back should have restored. */
async function listContradicting(db: Kysely<DB>, before: Date): Promise<InstantPrizeJob[]> {
  const { rows } = await sql<InstantPrizeJob>`
    select distinct order_id, kind from (
      select p.order_id, case
        when o.status = 'refunded' and p.voided_at is null then 'refunded'
        when o.status = 'charged_back' and p.voided_at is null then 'chargedBack'
        when o.status = 'paid' and p.voided_at is null and back.released_at <= ${before} then 'partlyRefunded'
        when o.status = 'paid' and p.voided_at is not null and back.released_at is null then 'paid'
      end as kind
      from instant_prizes p
      join rifas r on r.id = p.rifa_id
      join orders o on o.id = p.order_id
      cross join lateral (
        select min(c.released_at) as released_at from returned_cotas c
        where c.order_id = p.order_id and c.rifa_id = p.rifa_id and p.number = any (c.numbers)) as back
      where r.archived_at is null and p.delivered_at is null and o.updated_at <= ${before}) as found
    where kind is not null`.execute(db);
  return rows;
}
