/**
 * Compares the funnel with simulated journeys: visits that end at any step, of which some lead to orders, payments and
 * refunds.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordVisit } from '../../experiments/record-visit.ts';
import { addBuyer, addOrderRow, addRifa, createOrderTestbed } from '../../orders/orders.testing.ts';
import { countAnalytics } from './count-analytics.ts';
import { readFunnel } from './read-analytics.ts';

const DAYS = 12;
const MINUTE_MS = 60_000;
const SOURCES = ['folheto', 'radio', null] as const;

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let rifaId: string;
let buyer: string;
beforeAll(async () => {
  bed = await createOrderTestbed();
  rifaId = await addRifa(bed.db, 1000);
  buyer = await addBuyer(bed.db);
});
afterAll(() => bed.drop());

const step = fc.record({
  kind: fc.constantFrom('arrival' as const, 'view' as const, 'cart' as const, 'order' as const),
  /** Source in the link that led to this page. Only the first source of a visit counts. */
  source: fc.constantFrom(...SOURCES),
  centavos: fc.integer({ min: 1, max: 9_999 }),
  /** Null: the order is never paid. */
  paidAfterDays: fc.option(fc.nat(5)),
  /** Null: not refunded. */
  returned: fc.option(fc.record({ afterDays: fc.nat(7), isWhole: fc.boolean() })),
});
const journey = fc.record({
  day: fc.nat(DAYS - 1),
  steps: fc.array(step, { minLength: 1, maxLength: 5 }),
});
type Journey = typeof journey extends fc.Arbitrary<infer Value> ? Value : never;
type Step = Journey['steps'][number];

/** Noon in Maceió of a day, 0-based. */
const noon = (day: number) => Date.UTC(2026, 10, 10 + day, 15);
const platformAt = (instant: number) => ({ db: bed.db, clock: { now: () => new Date(instant) } });

const addOrder = ({ centavos }: Step, createdAt: Date) =>
  addOrderRow(bed.db, {
    userId: buyer,
    rifaId,
    totalAmount: (centavos / 100).toFixed(2),
    holdExpiresAt: createdAt,
    createdAt,
  });

/** A change of an order on a later day. */
interface Change {
  orderId: string;
  day: number;
  to: { status: string; paidAt?: Date } | { returnedAmount: string };
}

/** Refunded part of an order that stays paid. */
const returnedCentavos = ({ centavos }: Step) => Math.floor(centavos / 2);

function planChanges(orderId: string, day: number, step: Step): Change[] {
  const { paidAfterDays, returned } = step;
  if (paidAfterDays === null) return [];
  const paidOn = day + paidAfterDays;
  const paidAt = new Date(noon(paidOn) + 60 * MINUTE_MS);
  const paid: Change = { orderId, day: paidOn, to: { status: 'paid', paidAt } };
  if (!returned) return [paid];
  const to = returned.isWhole
    ? { status: 'refunded' }
    : { returnedAmount: (returnedCentavos(step) / 100).toFixed(2) };
  return [paid, { orderId, day: paidOn + returned.afterDays, to }];
}

/** @returns the later changes of its orders */
async function recordJourney({ day, steps }: Journey): Promise<Change[]> {
  const sessionId = randomUUID();
  const changes: Change[] = [];
  for (const [index, current] of steps.entries()) {
    const now = noon(day) + index * MINUTE_MS;
    const order = current.kind === 'order' ? await addOrder(current, new Date(now)) : null;
    await recordVisit(platformAt(now), {
      sessionId,
      step: current.kind,
      utmSource: current.source,
      affiliate: false,
      referrerHost: '',
      userId: order && buyer,
      ...(order && { orderReference: order.externalReference }),
    });
    if (order) changes.push(...planChanges(order.id, day, current));
  }
  return changes;
}

/** Model: computes the expected funnel of the last day from the journeys. */
function computeExpectedFunnel(journeys: readonly Journey[], lastDay: number) {
  const total = { visits: 0, viewed: 0, carted: 0, ordered: 0, paid: 0, paidCentavos: 0 };
  const visits = new Map<string, number>();
  for (const { day, steps } of journeys) {
    const source = steps[0]!.source;
    const name = source ? `utm: ${source}` : 'Direto';
    visits.set(name, (visits.get(name) ?? 0) + 1);
    const reached = new Set(steps.map(({ kind }) => kind));
    const order = steps.find(({ kind }) => kind === 'order');
    const remaining = order ? remainingCentavos(day, order, lastDay) : null;
    total.visits += 1;
    total.viewed += reached.has('view') || reached.has('cart') || order ? 1 : 0;
    total.carted += reached.has('cart') || order ? 1 : 0;
    total.ordered += order ? 1 : 0;
    total.paid += remaining === null ? 0 : 1;
    total.paidCentavos += remaining ?? 0;
  }
  return { total, visits };
}

/** Null: not paid, or fully refunded. */
function remainingCentavos(day: number, order: Step, lastDay: number): number | null {
  const { centavos, paidAfterDays, returned } = order;
  if (paidAfterDays === null || day + paidAfterDays > lastDay) return null;
  if (!returned || day + paidAfterDays + returned.afterDays > lastDay) return centavos;
  return returned.isWhole ? null : centavos - returnedCentavos(order);
}

test('counts journeys, orders, payments and refunds correctly in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(journey, { minLength: 1, maxLength: 6 }), async (journeys) => {
      await bed.db.deleteFrom('visits').execute();
      await bed.db.deleteFrom('visitDays').execute();
      await bed.db.deleteFrom('buyerCohorts').execute();
      await bed.db.deleteFrom('orders').execute();
      const changes: Change[] = [];
      for (let day = 0; day < DAYS; day++) {
        for (const begun of journeys) if (begun.day === day) changes.push(...(await recordJourney(begun)));
        for (const { orderId, to } of changes.filter((change) => change.day === day))
          await bed.db.updateTable('orders').set(to).where('id', '=', orderId).execute();
        await countAnalytics(platformAt(noon(day) + 120 * MINUTE_MS));
      }
      const expected = computeExpectedFunnel(journeys, DAYS - 1);
      const { total, sources } = await readFunnel(platformAt(noon(DAYS - 1) + 180 * MINUTE_MS), 30);
      expect(total).toEqual(expected.total);
      expect(new Map(sources.map(({ source, visits }) => [source, visits]))).toEqual(expected.visits);
    }),
    { numRuns: 25, endOnFailure: true },
  );
});
