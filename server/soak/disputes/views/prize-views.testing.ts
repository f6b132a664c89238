/**
 * Compares what buyers, visitors and the team see of cotas premiadas with the orders. What must be true:
 *
 * - A cota premiada is found once, by the order that holds its number when it is paid or when the beacon's round passes.
 *   It stays that order's: a later buyer of the number finds nothing.
 * - It is valid while the order is paid and holds the cota, also if the cota is given away, and void otherwise. A prize
 *   that was delivered before stays delivered.
 * - During a dispute it is on hold: it cannot be delivered, and the panel does not count it as one to deliver. The public
 *   list says nothing of the dispute.
 * - The buyer's page lists the order's valid prizes. It says that a number takes part in the draw if its frozen list has
 *   it, or if a list frozen now would have it.
 * - The last notice to the buyer, the public log and the costs of prizes agree with the state.
 */
import { sql } from 'kysely';
import { placeInstantPrizes } from '@mare/domain/draws/instant-prizes.ts';
import { instantStatesHold } from '@mare/domain/transparency/verify/instant/prize-states.ts';
import { readFinance } from '../../../admin/finance/read-finance.ts';
import { findSeed, placementSeed } from '../../../draws/instant/hiding/placement-seed.ts';
import { readStoredList } from '../../../draws/list/read-list.ts';
import { selectNumbersGoingBack } from '../../../orders/returns/numbers-going-back.ts';
import { listEntries } from '../../../transparency/entries/list-entries.ts';
import type { DisputeShop } from '../dispute-shop.testing.ts';
import type { DisputeHistory } from '../dispute-history.testing.ts';
import { differences } from './differences.testing.ts';
import { ALL_DAYS } from './money-views.testing.ts';
import type { OrderTruth } from './order-truth.testing.ts';

interface PrizeTruth {
  position: number;
  number: number;
  name: string;
  /** The order that found it. */
  finder: OrderTruth | null;
  state: 'available' | 'not_found' | 'found' | 'void' | 'delivered';
  isOnHold: boolean;
  valueCentavos: number;
}

export async function findFaultsOfPrizes(
  shop: DisputeShop,
  history: DisputeHistory,
  truths: readonly OrderTruth[],
): Promise<string[]> {
  const rifaId = history.rifas[0]!;
  const { instantPrizes: shown } = await shop.clientOf(null).draws.instantPrizes({ rifaId });
  if (!shown) return [];
  const prizes = await readPrizes(shop, rifaId, truths);
  const faults: string[] = [];
  for (const prize of prizes) faults.push(...findUnassignedPrize(prize, rifaId, truths));
  for (const [index, { position, state, number }] of prizes.entries())
    faults.push(
      ...differences(
        `cota premiada ${position} in public`,
        { state, number: state === 'available' || number === 0 ? null : number },
        shown.prizes[index]!,
      ),
    );
  for (const [index, truth] of truths.entries()) {
    const own = prizes.filter(({ finder }) => finder?.id === truth.id);
    faults.push(...(await findFaultsOfOrderPages(shop, { rifaId, index, truth, own })));
  }
  faults.push(...(await findFaultsOfPanel(shop, rifaId, prizes)));
  for (const prize of prizes) faults.push(...(await findFaultyNotices(shop, rifaId, prize)));
  faults.push(...(await findFaultsOfRecords(shop, rifaId, prizes)));
  return faults;
}

async function readPrizes(
  { db }: DisputeShop,
  rifaId: string,
  truths: readonly OrderTruth[],
): Promise<PrizeTruth[]> {
  const { rows } = await sql<{
    position: number;
    name: string;
    value: number;
    orderId: string | null;
    isDelivered: boolean;
    isFrozen: boolean;
    isCancelled: boolean;
    total: number;
  }>`
    select position, prize.name, (coalesce(value, 0) * 100)::integer as value, order_id,
      delivered_at is not null as is_delivered, rifas.total_numbers as total,
      rifas.status = 'cancelled' as is_cancelled, exists (select from draw_lists where rifa_id = rifas.id) as is_frozen
    from instant_prizes prize join rifas on rifas.id = rifa_id
    where rifa_id = ${rifaId} order by position`.execute(db);
  const seed = placementSeed(rifaId, (await findSeed(db, rifaId))!);
  const placed =
    seed && placeInstantPrizes(rifaId, seed, { totalNumbers: rows[0]!.total, count: rows.length });
  return rows.map(({ position, name, value, orderId, isDelivered, isFrozen, isCancelled }, index) => {
    const number = placed?.[index]!.number ?? 0;
    const finder = truths.find(({ id }) => id === orderId) ?? null;
    const isValid = finder !== null && holdsNumber(finder, rifaId, number);
    const stateOfUnfound = isCancelled || (isFrozen && placed) ? 'not_found' : 'available';
    const stateOfFound = isDelivered ? 'delivered' : isValid ? 'found' : 'void';
    return {
      position,
      number,
      name,
      finder,
      state: finder ? stateOfFound : stateOfUnfound,
      isOnHold: isValid && !isDelivered && finder.isDisputed,
      valueCentavos: value,
    };
  });
}

function holdsNumber({ status, lines }: OrderTruth, rifaId: string, number: number): boolean {
  return status === 'paid' && lines.some((line) => line.rifaId === rifaId && line.numbers.includes(number));
}

function findUnassignedPrize(
  { position, number, finder }: PrizeTruth,
  rifaId: string,
  truths: readonly OrderTruth[],
): string[] {
  const holder = truths.findIndex((truth) => holdsNumber(truth, rifaId, number));
  return finder || holder === -1 ? [] : [`order ${holder} did not find cota premiada ${position}`];
}

interface OrderPrizes {
  rifaId: string;
  index: number;
  truth: OrderTruth;
  own: readonly PrizeTruth[];
}

async function findFaultsOfOrderPages(
  shop: DisputeShop,
  { rifaId, index, truth, own }: OrderPrizes,
): Promise<string[]> {
  const about = `order ${index}`;
  const input = { externalReference: truth.reference };
  const [{ found }, detail] = await Promise.all([
    shop.clientOf(null).draws.foundPrizes(input),
    shop.admin.admin.orders.find({ id: truth.id }),
  ]);
  const valid = own.filter(({ state }) => state === 'found' || state === 'delivered');
  const faults = differences(
    `${about}, found prizes`,
    { positions: valid.map(({ position }) => position) },
    { positions: found.map(({ position }) => position) },
  );
  for (const prize of valid)
    faults.push(
      ...differences(
        `${about}, cota premiada ${prize.position}`,
        {
          number: prize.number,
          isDelivered: prize.state === 'delivered',
          isOnHold: prize.isOnHold,
          isInDraw: await isInDraw(shop, rifaId, prize),
        },
        found.find(({ position }) => position === prize.position) ?? {},
      ),
    );
  for (const prize of own)
    faults.push(
      ...differences(
        `${about}, panel, cota premiada ${prize.position}`,
        {
          number: prize.number,
          state: prize.isOnHold ? 'on_hold' : prize.state === 'found' ? 'won' : prize.state,
        },
        detail.prizes.find(({ name }) => name === prize.name) ?? {},
      ),
    );
  return faults;
}

async function isInDraw({ db }: DisputeShop, rifaId: string, { finder, number }: PrizeTruth) {
  const line = finder!.lines.find((each) => each.rifaId === rifaId && each.numbers.includes(number));
  if (finder!.status !== 'paid' || !line) return false;
  if (line.rifaStatus === 'completed' || line.rifaStatus === 'cancelled') return false;
  const frozen = await db
    .selectFrom('drawLists')
    .select('rifaId')
    .where('rifaId', '=', rifaId)
    .executeTakeFirst();
  if (!frozen) {
    const goingBack = await selectNumbersGoingBack(db, finder!.id);
    return !finder!.isDisputed && goingBack.get(rifaId)?.has(number) !== true;
  }
  const list = (await readStoredList(db, rifaId))!;
  return Array.from({ length: list.numbers.count }, (_, at) => list.numbers.at(at)).includes(number);
}

async function findFaultsOfPanel(
  shop: DisputeShop,
  rifaId: string,
  prizes: readonly PrizeTruth[],
): Promise<string[]> {
  const count = (isCounted: (prize: PrizeTruth) => boolean) => prizes.filter(isCounted).length;
  const toDeliver = count(({ state, isOnHold }) => state === 'found' && !isOnHold);
  const { rows } = await shop.admin.draws.instantPrizeRifas({ page: 1 });
  const { waiting } = await shop.admin.admin.overview();
  return [
    ...differences(
      'list of cotas premiadas',
      {
        prizes: prizes.length,
        found: count(({ state }) => state === 'found' || state === 'delivered'),
        delivered: count(({ state }) => state === 'delivered'),
        onHold: count(({ isOnHold }) => isOnHold),
      },
      rows.find((row) => row.rifaId === rifaId)!,
    ),
    ...differences('waiting work', { instantPrizes: toDeliver }, waiting),
  ];
}

const NOTICES: Partial<Record<PrizeTruth['state'], readonly string[]>> = {
  found: ['Você achou uma cota premiada!', 'A sua cota premiada voltou a valer'],
  void: ['A sua cota premiada foi anulada'],
  delivered: ['Prêmio entregue'],
};

async function findFaultyNotices(
  { db }: DisputeShop,
  rifaId: string,
  { position, state, finder }: PrizeTruth,
): Promise<string[]> {
  if (!finder) return [];
  const last = await db
    .selectFrom('notifications')
    .select('title')
    .where('userId', '=', finder.userId)
    .where('occasion', '~', `^instant-prize.*:${rifaId}:${position}($|:)`)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
  return NOTICES[state]!.includes(last?.title ?? '')
    ? []
    : [`cota premiada ${position} is ${state}, its finder last read: ${last?.title}`];
}

async function findFaultsOfRecords(
  { db }: DisputeShop,
  rifaId: string,
  prizes: readonly PrizeTruth[],
): Promise<string[]> {
  const entries = await listEntries(db, rifaId, ['instantVoided', 'instantRestored', 'instantDelivered']);
  const states = prizes.map(({ position, state }) => ({
    position,
    isVoid: state === 'void',
    isDelivered: state === 'delivered',
  }));
  const { total } = await readFinance(db, ALL_DAYS);
  const paid = prizes.filter(({ state }) => state === 'delivered');
  return [
    ...(instantStatesHold(states, entries) ? [] : ['the log has other states of cotas premiadas']),
    ...differences(
      'finance',
      { prizes: paid.reduce((sum, { valueCentavos }) => sum + valueCentavos, 0) },
      total,
    ),
  ];
}
