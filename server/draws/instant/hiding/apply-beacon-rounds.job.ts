/** Places the cotas premiadas of published rifas once the beacon round that they name is known. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { commitmentsHash, placeInstantPrizes } from '@mare/domain/draws/instant-prizes.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordEntry } from '../../../transparency/entries/record-entry.ts';
import { findInstantPrizesJob } from '../finding/find-instant-prizes.job.ts';
import { findSeed, placementSeed } from './placement-seed.ts';
import { readRound } from './read-round.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'config' | 'log' | 'jobs'>;

export const applyBeaconRoundsJob = defineJob('apply-beacon-rounds', { everyMinutes: 1 }, applyBeaconRounds);

/** Cotas that were paid before the round may hold a prize. Runs after the placement is committed. */
export const findEarlyInstantPrizesJob = defineJob(
  'find-early-instant-prizes',
  {},
  async ({ db, jobs }: Deps, { rifaId }: { rifaId: string }) => {
    const orders = await db
      .selectFrom('orderItems')
      .innerJoin('orders', 'orders.id', 'orderItems.orderId')
      .select('orders.id')
      .distinct()
      .where('orderItems.rifaId', '=', rifaId)
      .where('orders.status', '=', 'paid')
      .execute();
    const found = orders.map(({ id }) => ({ orderId: id, kind: 'paid' as const }));
    await jobs.enqueueMany(db, findInstantPrizesJob, found);
  },
);

/** A round that no relay has is requested again a minute later. */
export async function applyBeaconRounds(platform: Deps): Promise<void> {
  const { db, clock, jobs } = platform;
  const dueRounds = await db
    .selectFrom('instantPrizeSeeds as seeds')
    .innerJoin('rifas', 'rifas.id', 'seeds.rifaId')
    .leftJoin('instantPrizeRounds as known', 'known.rifaId', 'seeds.rifaId')
    .select(['seeds.rifaId', 'seeds.beaconChain', 'seeds.beaconRound', 'rifas.totalNumbers'])
    .where('seeds.roundAt', '<=', clock.now())
    .where('known.rifaId', 'is', null)
    .execute();
  for (const { rifaId, totalNumbers, beaconChain, beaconRound } of dueRounds) {
    const signature = await readRound(platform, { chain: beaconChain!, round: beaconRound! });
    if (signature === null) continue;
    await db.transaction().execute(async (trx) => {
      if (!(await applyRound(trx, { id: rifaId, totalNumbers }, { signature, at: clock.now() }))) return;
      await jobs.enqueue(trx, findEarlyInstantPrizesJob, { rifaId });
    });
  }
}

/** @param known.signature verified. @returns false when the prizes have their numbers already */
export async function applyRound(
  trx: Transaction<DB>,
  { id: rifaId, totalNumbers }: { id: string; totalNumbers: number },
  { signature, at }: { signature: string; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('instantPrizeRounds')
    .values({ rifaId, signature, placedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return false;
  const stored = await findSeed(trx, rifaId);
  const seed = stored && placementSeed(rifaId, stored);
  if (!seed) throw new Error(`rifa ${rifaId} names no round`);
  const { count } = await trx
    .selectFrom('instantPrizes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('rifaId', '=', rifaId)
    .executeTakeFirstOrThrow();
  const placed = placeInstantPrizes(rifaId, seed, { totalNumbers, count });
  await sql`
    update instant_prizes set commitment = placed.commitment
    from unnest(${placed.map(({ position }) => position)}::integer[],
      ${placed.map(({ commitment }) => commitment)}::text[]) as placed (at, commitment)
    where rifa_id = ${rifaId} and position = placed.at`.execute(trx);
  await recordEntry(trx, {
    kind: 'placed',
    at: at.toISOString(),
    rifaId,
    round: stored.beaconRound!,
    signature,
    commitments: commitmentsHash(placed),
  });
  return true;
}
