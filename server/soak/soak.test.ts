/**
 * Sells under injected faults: killed processes, database crashes, restarts and dropped connections, duplicated or
 * missing webhooks, clock jumps. Afterwards no data may be lost, duplicated or wrong.
 *
 * `npm run soak -- --minutes N` runs for that long; a test run injects each fault once. With `--open N`, N
 * other orders stay open during the run. They expire after 15 minutes, so `--minutes` must be less.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  buy,
  type PurchaseResult,
  OUTCOMES,
  placeOrder,
  type AcknowledgedOrder,
} from './buyers/buy.testing.ts';
import { finishRun } from './buyers/finish-run.testing.ts';
import { CLOCK_MOVED, type Fault, FAULTS, SOME_ENDED } from './faults.testing.ts';
import { findLosses } from './invariants.testing.ts';
import { addPeople, addPerson, type People } from './buyers/people.testing.ts';
import { watchLateness } from './lateness.testing.ts';
import { report } from './report.testing.ts';
import { type SoakShop, startSoakShop } from './shop/start-shop.testing.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 0);
const OPEN_ORDERS = Number(process.env.SOAK_OPEN_ORDERS ?? 0);
/** Fewer than an account may place in a minute. */
const ORDERS_PER_PERSON = 25;
const BUYERS = MINUTES > 0 ? 16 : 6;
/** Orders between two faults. */
const BETWEEN_FAULTS = MINUTES > 0 ? 12 : 4;
/** Faults without waiting times, for a short run. */
const FAULTS_OF_SHORT_RUN = new Set([
  'web process killed',
  'worker killed',
  'database crashed',
  'connections of buyers cut',
]);
const CHOSEN_FAULTS =
  MINUTES > 0
    ? [...FAULTS, OPEN_ORDERS > 0 ? SOME_ENDED : CLOCK_MOVED]
    : FAULTS.filter(({ name }) => FAULTS_OF_SHORT_RUN.has(name));

test('loses no data under injected faults', { timeout: 3_600_000 + MINUTES * 60_000 }, async () => {
  const began = performance.now();
  const shop = await startSoakShop();
  try {
    const people = await addPeople(shop, BUYERS);
    await shop.startProcesses();
    const unpaidOrders = await openOrders(shop, people, OPEN_ORDERS);
    const injected: string[] = [];
    const watch = watchLateness(shop, () => injected.at(-1) ?? 'no fault');
    const { acknowledged, payLate } = await sellThroughFaults(shop, people, injected).finally(() =>
      watch.stop(),
    );
    const proof = await finishRun(shop, people, payLate);
    const { losses, counts } = await findLosses(shop, people, [...unpaidOrders, ...acknowledged], proof);
    const seconds = Math.round((performance.now() - began) / 1000);
    const { operations, faulted } = shop.traffic;
    report({
      run: 'soak',
      seconds,
      // Every delivery is repeated and reordered, and a fifth is lost.
      operations: { ...operations, 'webhook delivery': counts.webhooks! },
      faulted: faulted + counts.webhooks!,
      faults: countEach(injected),
      lost: losses.length,
      lateness: watch.lateness,
      counts: { acknowledged: acknowledged.length, opened: unpaidOrders.length, ...counts },
    });
    expect(losses.join('\n')).toBe('');
    expect(counts.paid).toBeGreaterThan(0);
    expect(counts.refunded).toBeGreaterThan(0);
  } finally {
    await shop.stop();
  }
});

/** Places orders and leaves them unpaid. */
async function openOrders(shop: SoakShop, { rifas }: People, count: number): Promise<AcknowledgedOrder[]> {
  const placed: AcknowledgedOrder[] = [];
  let started = 0;
  const buyInTurn = async () => {
    while (started < count) {
      const size = Math.min(ORDERS_PER_PERSON, count - started);
      started += size;
      const buyer = await addPerson(shop, 'buyer');
      for (let order = 0; order < size; order++) {
        const promised = await placeOrder(buyer, rifas.large, 1);
        if (promised) placed.push(promised);
      }
    }
  };
  await Promise.all(Array.from({ length: BUYERS }, buyInTurn));
  return placed;
}

/** Buyers buy in turn; a fault is injected after every few orders. @param injected the names of faults, appended as they begin */
async function sellThroughFaults(shop: SoakShop, people: People, injected: string[]) {
  const acknowledged: AcknowledgedOrder[] = [];
  const payLate: NonNullable<PurchaseResult['payLate']>[] = [];
  const endsAt = Date.now() + MINUTES * 60_000;
  let bought = 0;
  let faultsBegun = 0;
  let injections: Promise<void> = Promise.resolve();
  const isOver = () => Date.now() >= endsAt && faultsBegun >= CHOSEN_FAULTS.length;

  const injectFault = async (fault: Fault) => {
    injected.push(fault.name);
    await shop.traffic.during(async () => {
      await fault.inject(shop);
      if (MINUTES > 0) await waitForRecovery(shop);
    });
  };
  const rifas = [people.rifas.drawn, people.rifas.large, people.rifas.cancelled];
  const buyUntilOver = async (buyer: (typeof people.buyers)[number]) => {
    while (!isOver()) {
      const turn = bought++;
      if (turn % BETWEEN_FAULTS === BETWEEN_FAULTS - 1) {
        const fault = CHOSEN_FAULTS[faultsBegun % CHOSEN_FAULTS.length]!;
        // A slow recovery does not pile up faults.
        if (MINUTES === 0 || shop.traffic.faultsUnderWay === 0) {
          faultsBegun += 1;
          injections = injections.then(() => injectFault(fault));
        }
      }
      const outcome = OUTCOMES[turn % OUTCOMES.length]!;
      const result = await buy(shop, buyer, {
        rifaId: rifas[(turn + Math.floor(turn / OUTCOMES.length)) % rifas.length]!,
        outcome,
        quantity: 1 + (turn % 5),
      });
      if (result.order) acknowledged.push(result.order);
      if (result.payLate) payLate.push(result.payLate);
    }
  };
  await Promise.all(people.buyers.map(buyUntilOver));
  await injections;
  return { acknowledged, payLate };
}

/** Every process is ready and reaches the database. */
async function waitForRecovery(shop: SoakShop): Promise<void> {
  await Promise.all([...shop.web, ...shop.workers].map((process) => process.ready()));
  for (;;) {
    const response = await fetch(`${shop.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
      () => null,
    );
    if (response?.ok) return;
    await pause(200);
  }
}

function countEach(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
