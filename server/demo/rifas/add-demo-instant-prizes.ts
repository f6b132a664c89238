/** Cotas premiadas of the demo rifas. */
import { sql, type Transaction } from 'kysely';
import type { DemoRifa } from '@mare/database/seed/demo-rifa.ts';
import type { DB } from '@mare/database/schema.ts';
import { signDemoRound } from '@mare/domain/draws/beacon/demo-beacon.ts';
import { placeInstantPrizes } from '@mare/domain/draws/instant-prizes.ts';
import { applyRound } from '../../draws/instant/hiding/apply-beacon-rounds.job.ts';
import { hideInstantPrizes } from '../../draws/instant/hiding/hide-instant-prizes.ts';
import { writeInstantPrizes } from '../../draws/instant/edit-instant-prizes.ts';
import { findSeed, placementSeed } from '../../draws/instant/hiding/placement-seed.ts';
import type { Platform } from '../../platform/platform.ts';

/** Call before the rifa is published. */
export async function addDemoInstantPrizes(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  { id, instantPrizes = [] }: DemoRifa,
): Promise<void> {
  await writeInstantPrizes(trx, id, instantPrizes);
  await hideInstantPrizes(trx, { ...platform, config: { demo: true } }, id);
}

/** Call after its cotas are sold. */
export async function awardDemoInstantPrizes(
  trx: Transaction<DB>,
  { id, totalNumbers, instantPrizes = [] }: DemoRifa,
): Promise<void> {
  const count = instantPrizes.reduce((sum, prize) => sum + prize.count, 0);
  if (count === 0) return;
  const { beaconRound, roundAt } = await trx
    .selectFrom('instantPrizeSeeds')
    .select(['beaconRound', 'roundAt'])
    .where('rifaId', '=', id)
    .executeTakeFirstOrThrow();
  await applyRound(trx, { id, totalNumbers }, { signature: signDemoRound(beaconRound!), at: roundAt! });
  const seed = placementSeed(id, (await findSeed(trx, id))!)!;
  for (const { position, number, salt } of placeInstantPrizes(id, seed, { totalNumbers, count }))
    await sql`
      update instant_prizes p
      set number = ${number}, salt = ${salt}, found_at = o.paid_at, order_id = o.id, user_id = o.user_id
      from order_items i join orders o on o.id = i.order_id
      where p.rifa_id = ${id} and p.position = ${position} and i.rifa_id = p.rifa_id and o.status = 'paid'
        and ${number} = any(i.selected_numbers)`.execute(trx);
}
