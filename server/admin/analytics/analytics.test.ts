import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordVisit, type VisitStep } from '../../experiments/record-visit.ts';
import { addBuyer, addOrderRow, addRifa, createOrderTestbed } from '../../orders/orders.testing.ts';
import { countAnalytics } from './count-analytics.ts';
import { readCohorts, readFunnel } from './read-analytics.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let rifaId: string;
beforeAll(async () => {
  bed = await createOrderTestbed();
  rifaId = await addRifa(bed.db, 1000);
});
afterAll(() => bed.drop());

const NOON = new Date('2026-11-20T15:00:00Z');
const DAY_MS = 86_400_000;
const platformAt = (instant: Date) => ({ db: bed.db, clock: { now: () => instant } });
const daysAgo = (days: number) => new Date(NOON.getTime() - days * DAY_MS);

async function addOrder(userId: string, paidAt: Date | null, amount = '10.00') {
  const { externalReference } = await addOrderRow(bed.db, {
    userId,
    rifaId,
    totalAmount: amount,
    status: paidAt ? 'paid' : 'pending',
    paidAt,
    holdExpiresAt: NOON,
    createdAt: paidAt ?? NOON,
  });
  return externalReference;
}

const addVisitStep = (sessionId: string, step: VisitStep['step'], more: Partial<VisitStep> = {}, at = NOON) =>
  recordVisit(platformAt(at), {
    utmSource: null,
    affiliate: false,
    referrerHost: '',
    sessionId,
    step,
    userId: null,
    ...more,
  });

// @covers panel: analytics: from the visit to the payment, by source; buyers by month of the first purchase
//   [server/admin/analytics/read-analytics.ts]
test('the funnel counts each visit once per step, by its first source', async () => {
  const buyer = await addBuyer(bed.db);
  const [first, second, third, old] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const google = { referrerHost: 'www.google.com' };
  const paid = { userId: buyer, orderReference: await addOrder(buyer, NOON, '12.50') };
  await Promise.all([addVisitStep(first, 'arrival', google), addVisitStep(first, 'arrival', google)]);
  await addVisitStep(first, 'view');
  await addVisitStep(first, 'cart', { utmSource: 'outra' });
  await addVisitStep(first, 'order', paid);
  await addVisitStep(first, 'order', { userId: buyer, orderReference: await addOrder(buyer, NOON) });
  await addVisitStep(second, 'arrival', { utmSource: 'Folheto' });
  await addVisitStep(third, 'order', { userId: buyer, orderReference: await addOrder(buyer, null) });
  expect(await addVisitStep(randomUUID(), 'order', { userId: buyer, orderReference: 'nenhum' })).toBe(false);
  const stranger = await addBuyer(bed.db);
  for (const userId of [stranger, null])
    expect(await addVisitStep(randomUUID(), 'order', { ...paid, userId })).toBe(false);
  await addVisitStep(old, 'view', google, daysAgo(4));
  await addVisitStep(randomUUID(), 'view', google, daysAgo(400));
  for (const _ of [1, 2]) await countAnalytics(platformAt(NOON));

  const { total, sources } = await readFunnel(platformAt(NOON), 30);
  expect(total).toEqual({ visits: 4, viewed: 3, carted: 2, ordered: 2, paid: 1, paidCentavos: 1250 });
  expect(sources.map(({ source, visits }) => [source, visits])).toEqual([
    ['Busca', 2],
    ['Direto', 1],
    ['utm: folheto', 1],
  ]);
  expect((await readFunnel(platformAt(NOON), 2)).total.visits).toBe(3);
});

test('writes and locks only changed sources on a recount', async () => {
  await addVisitStep(randomUUID(), 'arrival', { utmSource: 'Gone' }, daysAgo(4));
  await addVisitStep(randomUUID(), 'arrival', { utmSource: 'Kept' }, daysAgo(4));
  const readStoredDays = async () => {
    const { rows } = await bed.pool.query<{ source: string; visits: number; written: string }>(
      `select source, visits, xmin || ',' || xmax as written from visit_days where source in ('utm: gone', 'utm: kept', 'utm: new') order by 1`,
    );
    return rows;
  };
  await countAnalytics(platformAt(NOON));
  const before = await readStoredDays();
  expect(before).toMatchObject([
    { source: 'utm: gone', visits: 1 },
    { source: 'utm: kept', visits: 1 },
  ]);
  await countAnalytics(platformAt(NOON));
  expect(await readStoredDays()).toEqual(before);
  await bed.pool.query(`delete from visits where source = 'utm: gone'`);
  await addVisitStep(randomUUID(), 'arrival', { utmSource: 'New' }, daysAgo(4));
  await countAnalytics(platformAt(NOON));
  expect(await readStoredDays()).toEqual([
    before[1],
    { source: 'utm: new', visits: 1, written: expect.any(String) },
  ]);
});

test('cohorts count returning buyers by months of Maceió', async () => {
  await bed.db.deleteFrom('visits').execute();
  await bed.db.deleteFrom('orders').execute();
  const [ana, bia, cida] = [await addBuyer(bed.db), await addBuyer(bed.db), await addBuyer(bed.db)];
  // Still September in Maceió.
  await addOrder(ana, new Date('2026-10-01T02:00:00Z'));
  await addOrder(bia, new Date('2026-09-10T12:00:00Z'));
  await addOrder(ana, new Date('2026-11-02T12:00:00Z'));
  const returned = await addOrder(ana, new Date('2026-11-03T12:00:00Z'));
  await bed.db
    .updateTable('orders')
    .set({ returnedAmount: '3.00' })
    .where('externalReference', '=', returned)
    .execute();
  await addOrder(cida, new Date('2026-11-03T12:00:00Z'));
  await countAnalytics(platformAt(new Date('2027-01-01T00:00:00Z')));
  const { cohorts } = await readCohorts(bed);
  expect(cohorts).toEqual([
    {
      month: '2026-09-01',
      buyers: 2,
      months: [
        { buyers: 2, paidCentavos: 2000 },
        { buyers: 0, paidCentavos: 0 },
        { buyers: 1, paidCentavos: 1700 },
      ],
    },
    { month: '2026-11-01', buyers: 1, months: [{ buyers: 1, paidCentavos: 1000 }] },
  ]);
});
