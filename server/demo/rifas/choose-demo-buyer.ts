/** Chooses the buyers of demo orders so that each person's orders match their segment. */
import { demoBuyers, type DemoPerson } from '@mare/database/seed/demo-people.ts';
import {
  AT_RISK_AFTER_DAYS,
  REGULAR_FROM_ORDERS,
  VIP_FROM_CENTAVOS,
  VIP_FROM_ORDERS,
} from '@mare/domain/personalization/segments.ts';
import type { Random } from '../../platform/clock.ts';
import { demoRandom } from '../demo-random.ts';

const DAY_MS = 86_400_000;
/** Leaves room for the winning cotas, whose holders are fixed. */
const MAX_CENTAVOS = VIP_FROM_CENTAVOS * 0.8;
/** Minimum orders of a person for each segment, and the maximum beyond it. People without a purchase are new. */
const ORDERS: Partial<Record<DemoPerson['segment'], { least: number; more: number }>> = {
  casual: { least: 1, more: 1 },
  regular: { least: REGULAR_FROM_ORDERS, more: 7 },
  vip: { least: VIP_FROM_ORDERS, more: 12 },
};
/** Share of the orders that go to people below their minimum, until none is left. */
const NEEDED_SHARE = 0.75;
/** Candidates considered for one order. */
const TRIES = 10;

export type ChooseDemoBuyer = (random: Random, order: { at: Date; centavos: number }) => DemoPerson;

/** @returns a function that chooses buyers and keeps track of what each has bought */
export function demoBuyerChoice(now: Date): ChooseDemoBuyer {
  const spent = new Map<string, number>();
  const lastOfAbsent = now.getTime() - (AT_RISK_AFTER_DAYS + 1) * DAY_MS;
  const of = (segment: DemoPerson['segment']) => demoBuyers.filter((buyer) => buyer.segment === segment);
  const [vips, absent] = [of('vip'), of('at_risk')];
  const random = demoRandom('buyers');
  const needed = shuffle(
    random,
    repeatBuyers(({ least }) => least),
  );
  const extra = shuffle(
    random,
    repeatBuyers(({ more }) => numberBelow(random, more + 1)),
  );
  // Every absent buyer bought once; the other old orders are spread over absent buyers and VIPs.
  const old = shuffle(random, absent);

  const affords = ({ id, segment }: DemoPerson, centavos: number): boolean =>
    segment === 'vip' || (spent.get(id) ?? 0) + centavos <= MAX_CENTAVOS;

  /** Takes the first person in the queue whose totals allow the order. */
  function takeFrom(queue: DemoPerson[], centavos: number): DemoPerson | undefined {
    const at = queue.slice(0, TRIES).findIndex((buyer) => affords(buyer, centavos));
    return at < 0 ? undefined : queue.splice(at, 1)[0];
  }

  return (chance, { at, centavos }) => {
    const vip = () => vips[numberBelow(chance, vips.length)]!;
    const isNeeded = numberBelow(chance, 100) < NEEDED_SHARE * 100;
    const buyer =
      at.getTime() < lastOfAbsent
        ? (old.pop() ?? (isNeeded ? absent[numberBelow(chance, absent.length)]! : vip()))
        : (takeFrom(isNeeded ? needed : extra, centavos) ?? takeFrom(extra, centavos) ?? vip());
    spent.set(buyer.id, (spent.get(buyer.id) ?? 0) + centavos);
    return buyer;
  };
}

function repeatBuyers(times: (orders: { least: number; more: number }) => number): DemoPerson[] {
  return demoBuyers.flatMap((buyer) => {
    const orders = ORDERS[buyer.segment];
    return orders ? Array.from({ length: times(orders) }, () => buyer) : [];
  });
}

function shuffle<Item>(random: Random, items: readonly Item[]): Item[] {
  const keyed = items.map((item) => ({ item, key: random.bytes(4).readUInt32LE() }));
  return keyed.toSorted((one, other) => one.key - other.key).map(({ item }) => item);
}

function numberBelow(random: Random, limit: number): number {
  return random.bytes(2).readUInt16LE() % limit;
}
