/** The funnel against simulated journeys: visits that go some way, some to an order, some of those to a payment. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordVisit } from '../../experiments/record-visit.ts';
import { addBuyer, addRifa, createOrderTestbed } from '../../orders/orders.testing.ts';
import { countAnalytics } from './count-analytics.ts';
import { readFunnel } from './read-analytics.ts';

const DAYS = 8;
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
  /** Of the link that led to this page. Only the first one of a visit counts. */
  source: fc.constantFrom(...SOURCES),
  centavos: fc.integer({ min: 1, max: 9_999 }),
  /** Of an order. Null: never. */
  paidAfterDays: fc.option(fc.nat(5)),
});
const journey = fc.record({
  day: fc.nat(DAYS - 1),
  steps: fc.array(step, { minLength: 1, maxLength: 5 }),
});
type Journey = typeof journey extends fc.Arbitrary<infer Value> ? Value : never;
type Step = Journey['steps'][number];

/** Noon in Maceió of a day, 0-based. */
const noon = (day: number) => Date.UTC(2026, 10, 10 + day, 15);
const at = (instant: number) => ({ db: bed.db, clock: { now: () => new Date(instant) } });

async function addOrder({ centavos }: Step, createdAt: Date) {
  const [id, externalReference] = [randomUUID(), randomUUID()];
  await bed.db
    .insertInto('orders')
    .values({
      id,
      externalReference,
      userId: buyer,
      clientRequestId: randomUUID(),
      rifaId,
      quantity: 1,
      totalAmount: (centavos / 100).toFixed(2),
      customer: '{}',
      status: 'pending',
      holdExpiresAt: createdAt,
      createdAt,
    })
    .execute();
  return { id, externalReference };
}

interface Payment {
  orderId: string;
  day: number;
}

/** @returns payments that come later */
async function walk({ day, steps }: Journey): Promise<Payment[]> {
  const sessionId = randomUUID();
  const payments: Payment[] = [];
  for (const [index, one] of steps.entries()) {
    const now = noon(day) + index * MINUTE_MS;
    const order = one.kind === 'order' ? await addOrder(one, new Date(now)) : null;
    await recordVisit(at(now), {
      sessionId,
      step: one.kind,
      utmSource: one.source,
      affiliate: false,
      referrerHost: '',
      userId: order && buyer,
      ...(order && { orderReference: order.externalReference }),
    });
    if (order && one.paidAfterDays !== null)
      payments.push({ orderId: order.id, day: day + one.paidAfterDays });
  }
  return payments;
}

/** What the funnel should say on the last day, from what happened. */
function expectedFunnel(journeys: readonly Journey[], lastDay: number) {
  const total = { visits: 0, viewed: 0, carted: 0, ordered: 0, paid: 0, paidCentavos: 0 };
  const visits = new Map<string, number>();
  for (const { day, steps } of journeys) {
    const source = steps[0]!.source;
    const name = source ? `utm: ${source}` : 'Direto';
    visits.set(name, (visits.get(name) ?? 0) + 1);
    const reached = new Set(steps.map(({ kind }) => kind));
    const order = steps.find(({ kind }) => kind === 'order');
    const isPaid =
      order !== undefined && order.paidAfterDays !== null && day + order.paidAfterDays <= lastDay;
    total.visits += 1;
    total.viewed += reached.has('view') || reached.has('cart') || order ? 1 : 0;
    total.carted += reached.has('cart') || order ? 1 : 0;
    total.ordered += order ? 1 : 0;
    total.paid += isPaid ? 1 : 0;
    total.paidCentavos += isPaid ? order.centavos : 0;
  }
  return { total, visits };
}

test('the funnel follows journeys, orders and payments in any order', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(journey, { minLength: 1, maxLength: 6 }), async (journeys) => {
      await bed.db.deleteFrom('visits').execute();
      await bed.db.deleteFrom('visitDays').execute();
      await bed.db.deleteFrom('orders').execute();
      const due: Payment[] = [];
      for (let day = 0; day < DAYS; day++) {
        for (const one of journeys) if (one.day === day) due.push(...(await walk(one)));
        for (const { orderId } of due.filter((payment) => payment.day === day))
          await bed.db
            .updateTable('orders')
            .set({ status: 'paid', paidAt: new Date(noon(day) + 60 * MINUTE_MS) })
            .where('id', '=', orderId)
            .execute();
        await countAnalytics(at(noon(day) + 120 * MINUTE_MS));
      }
      const expected = expectedFunnel(journeys, DAYS - 1);
      const { total, sources } = await readFunnel(at(noon(DAYS - 1) + 180 * MINUTE_MS), 30);
      expect(total).toEqual(expected.total);
      expect(new Map(sources.map(({ source, visits }) => [source, visits]))).toEqual(expected.visits);
    }),
    { numRuns: 25, endOnFailure: true },
  );
});
