import { type Kysely, sql } from 'kysely';
import type { FoundPrize, InstantPrizes } from '@mare/contract/rifas/instant-prizes.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import { placeInstantPrizes } from '@mare/domain/draws/instant-prizes.ts';
import { PUBLISHED_STATES } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { findPaidHolders } from '../../orders/numbers/find-paid-holders.ts';
import { selectNumbersGoingBack } from '../../orders/returns/numbers-going-back.ts';
import { placementSeed, type StoredSeed } from './hiding/placement-seed.ts';

/**
 * Public view of a rifa's cotas premiadas: only numbers already found, until nothing more can be sold or paid. Null for
 * a rifa without any.
 */
export async function readInstantPrizes(db: Kysely<DB>, rifaId: string): Promise<InstantPrizes | null> {
  const rifa = await db
    .selectFrom('instantPrizeSeeds as seeds')
    .innerJoin('rifas', 'rifas.id', 'seeds.rifaId')
    .leftJoin('drawLists', 'drawLists.rifaId', 'rifas.id')
    .leftJoin('instantPrizeRounds as known', 'known.rifaId', 'rifas.id')
    .select(['rifas.title', 'rifas.status', 'rifas.totalNumbers', 'rifas.archivedAt'])
    .select(['seeds.seed', 'seeds.seedCommitment', 'seeds.placedAt', 'drawLists.frozenAt'])
    .select(['seeds.beaconChain', 'seeds.beaconRound', 'seeds.roundAt', 'known.signature'])
    .where('rifas.id', '=', rifaId)
    .where('rifas.status', 'in', PUBLISHED_STATES)
    .executeTakeFirst();
  if (!rifa) return null;
  const rows = await db
    .selectFrom('instantPrizes as prize')
    .leftJoin('profiles', 'profiles.id', 'prize.userId')
    .select(['prize.position', 'prize.name', 'prize.value', 'prize.commitment', 'prize.number', 'prize.salt'])
    .select(['prize.foundAt', 'prize.voidedAt', 'prize.deliveredAt', 'profiles.name as finder'])
    .where('prize.rifaId', '=', rifaId)
    .orderBy('prize.position')
    .execute();
  const isOver = rifa.frozenAt !== null || rifa.status === 'completed' || rifa.status === 'cancelled';
  const { totalNumbers } = rifa;
  const seed = isOver ? placementSeed(rifaId, rifa) : null;
  // A list can be frozen before the beacon's round, whose prizes are then found by orders that are already paid.
  const isAllFound = isOver && (seed !== null || rifa.status === 'cancelled');
  const placed = seed ? placeInstantPrizes(rifaId, seed, { totalNumbers, count: rows.length }) : [];
  const unfound = placed.filter((_, index) => !rows[index]!.foundAt).map(({ number }) => number);
  // The job that finds them may still be queued, or lost; long before a rifa is archived it has run again.
  const paid = rifa.archivedAt ? [] : await findPaidHolders(db, rifaId, unfound);
  const paidNumbers = new Set(paid.map(({ number }) => number));
  return {
    rifaId,
    title: rifa.title,
    totalNumbers,
    placedAt: rifa.placedAt.toISOString(),
    seedCommitment: rifa.seedCommitment,
    seed: isOver ? rifa.seed.toString('hex') : null,
    beacon: beaconOfRifa(rifa),
    prizes: rows.map((row, index) => ({
      position: row.position,
      name: row.name,
      valueCentavos: row.value === null ? null : centavosFromNumeric(row.value),
      commitment: row.commitment,
      state: stateOf(row, { isAllFound, isPaid: paidNumbers.has(placed[index]?.number ?? 0) }),
      number: row.number ?? placed[index]?.number ?? null,
      salt: row.salt ?? placed[index]?.salt ?? null,
      foundAt: row.foundAt?.toISOString() ?? null,
      finder: row.foundAt ? shortName(row.finder) : null,
    })),
  };
}

function beaconOfRifa(rifa: StoredSeed & { roundAt: Date | null }): InstantPrizes['beacon'] {
  const { beaconChain: chain, beaconRound: round, roundAt, signature } = rifa;
  return chain !== null && round !== null && roundAt
    ? { chain, round, at: roundAt.toISOString(), signature }
    : null;
}

function stateOf(
  {
    foundAt,
    voidedAt,
    deliveredAt,
  }: { foundAt: Date | null; voidedAt: Date | null; deliveredAt: Date | null },
  { isAllFound, isPaid }: { isAllFound: boolean; isPaid: boolean },
): InstantPrizes['prizes'][number]['state'] {
  if (voidedAt) return 'void';
  if (deliveredAt) return 'delivered';
  if (foundAt || isPaid) return 'found';
  return isAllFound ? 'not_found' : 'available';
}

/** Prizes found by the order with this unguessable reference. */
export async function readFoundPrizes(db: Kysely<DB>, externalReference: string): Promise<FoundPrize[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('instantPrizes as prize', 'prize.orderId', 'orders.id')
    .innerJoin('rifas', 'rifas.id', 'prize.rifaId')
    .select(['prize.rifaId', 'prize.position', 'prize.name', 'prize.number'])
    .select(['prize.deliveredAt', 'rifas.title', 'rifas.totalNumbers', 'rifas.status', 'orders.disputedAt'])
    .select((eb) => [
      'orders.id as orderId',
      'orders.status as orderStatus',
      eb
        .exists(eb.selectFrom('drawLists').select('rifaId').whereRef('drawLists.rifaId', '=', 'rifas.id'))
        .as('isFrozen'),
      isLeftOut.as('isLeftOut'),
    ])
    .where('orders.externalReference', '=', externalReference)
    .where('prize.voidedAt', 'is', null)
    .orderBy('prize.rifaId')
    .orderBy('prize.position')
    .execute();
  const [first] = rows;
  const goingBack = first ? await selectNumbersGoingBack(db, first.orderId) : new Map<string, Set<number>>();
  return rows.map(({ rifaId, title, totalNumbers, position, name, number, ...row }) => {
    const { orderStatus, status, disputedAt, deliveredAt, isFrozen } = row;
    const hasDrawAhead = orderStatus === 'paid' && status !== 'completed' && status !== 'cancelled';
    const willBeListed = disputedAt === null && !goingBack.get(rifaId)?.has(number!);
    return {
      rifaId,
      title,
      totalNumbers,
      position,
      name,
      number: number!,
      isDelivered: deliveredAt !== null,
      isOnHold: disputedAt !== null && deliveredAt === null,
      isInDraw: hasDrawAhead && (isFrozen ? !row.isLeftOut : willBeListed),
    };
  });
}

/** SQL condition for a row of `prize`: the frozen list has no such number of its order. */
const isLeftOut = sql<boolean>`exists (
  select from draw_list_exclusions excluded
  where excluded.rifa_id = prize.rifa_id and excluded.order_id = prize.order_id
    and prize.number = any (excluded.numbers))`;
