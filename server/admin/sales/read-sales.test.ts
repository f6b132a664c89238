import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { chargeback, settlement } from '@mare/domain/payments/ledger.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { addBuyer, addOrderRow, addRifa } from '../../orders/orders.testing.ts';
import { aggregateSales } from './aggregate-sales.job.ts';
import { createCaches } from '../../platform/caching/caches.ts';
import { countUsersAndOrders, readSales } from './read-sales.ts';

const now = new Date('2026-12-10T02:30:00Z');
const clock = { now: () => now };
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const [buyer, rifaId] = [await addBuyer(db), await addRifa(db, 100)];
  await db
    .updateTable('profiles')
    .set({ createdAt: new Date('2026-12-01T00:00:00Z') })
    .execute();
  const order = (createdAt: string, status: 'paid' | 'pending' | 'refunded') => ({
    id: randomUUID(),
    externalReference: randomUUID(),
    userId: buyer,
    clientRequestId: randomUUID(),
    rifaId,
    quantity: 2,
    totalAmount: '5.50',
    customer: '{}',
    status,
    paidAt: status === 'pending' ? null : createdAt,
    holdExpiresAt: createdAt,
    createdAt,
  });
  const orders = [
    order('2026-12-10T02:10:00Z', 'paid'),
    // Still the 8th in Maceió.
    order('2026-12-09T02:10:00Z', 'paid'),
    order('2026-12-05T12:00:00Z', 'paid'),
    order('2026-12-05T12:10:00Z', 'pending'),
    order('2026-12-05T12:20:00Z', 'refunded'),
    order('2025-06-05T12:00:00Z', 'paid'),
  ];
  await db.insertInto('orders').values(orders).execute();
  const ledgerEntriesOf = (txnKey: string, createdAt: string, amount: string) => [
    { txnKey, createdAt, account: `sales:${rifaId}`, amount },
    { txnKey, createdAt, account: 'customer_funds', amount: String(-Number(amount)) },
  ];
  const sales = orders.flatMap(({ id, createdAt, status }) =>
    status === 'paid' ? ledgerEntriesOf(`settle:${id}`, createdAt, '-5.50') : [],
  );
  const refund = ledgerEntriesOf(`out:sandbox:${orders[2]!.id}:150`, '2026-12-07T12:00:00Z', '1.50');
  await db
    .insertInto('ledgerEntries')
    .values([...sales, ...refund])
    .execute();
});
afterAll(() => database.drop());

// @covers panel: dashboard: sales by hour and day, figures of a period [server/admin/sales/read-sales.ts]
test.each([0, 1, 2])('reads the same sales after %i aggregations', async (runs) => {
  const platform = { db: database.db, caches: createCaches(), clock };
  for (let run = 0; run < runs; run++) await aggregateSales(platform);
  const week = await readSales(platform, 'week');
  expect(week).toMatchObject({ orders: 5, paidOrders: 3, cotas: 6, revenueCentavos: 1500 });
  expect(week).toMatchObject({ before: { orders: 0, revenueCentavos: 0 }, weekBefore: null });
  expect(week.points.map(({ at, revenueCentavos }) => [at.slice(0, 10), revenueCentavos])).toEqual([
    ['2026-12-03', 0],
    ['2026-12-04', 0],
    ['2026-12-05', 550],
    ['2026-12-06', 0],
    ['2026-12-07', -150],
    ['2026-12-08', 550],
    ['2026-12-09', 550],
  ]);
  const day = await readSales(platform, 'day');
  expect(day.points).toHaveLength(24);
  expect(day).toMatchObject({ orders: 1, revenueCentavos: 550 });
  expect((await readSales(platform, 'year')).orders).toBe(5);
  expect(await countUsersAndOrders(platform)).toEqual({ users: 1, orders: 6 });
});

test.each([0, 1])('compares up to the same moment of earlier periods after %i aggregations', async (runs) => {
  const platformAt = (iso: string) => ({ db: database.db, clock: { now: () => new Date(iso) } });
  for (let run = 0; run < runs; run++) await aggregateSales({ db: database.db, clock });
  // The order of the day before was made at 02:10.
  const earlier = await readSales(platformAt('2026-12-10T02:09:00Z'), 'day');
  expect(earlier.before).toMatchObject({ paidOrders: 0, revenueCentavos: 0 });
  const later = await readSales(platformAt('2026-12-10T02:11:00Z'), 'day');
  expect(later.before).toMatchObject({ paidOrders: 1, revenueCentavos: 550 });
  const aWeekLater = await readSales(platformAt('2026-12-16T02:30:00Z'), 'day');
  expect(aWeekLater.weekBefore).toMatchObject({ paidOrders: 1, cotas: 2 });
});

test.each([0, 1])('reads past and current days after %i aggregations', async (runs) => {
  const platform = { db: database.db, clock };
  for (let run = 0; run < runs; run++) await aggregateSales(platform);
  const pastPeriod = await readSales(platform, 'week', { from: '2026-12-05', until: '2026-12-07' });
  expect(pastPeriod).toMatchObject({
    orders: 3,
    paidOrders: 1,
    revenueCentavos: 400,
    isOver: true,
    weekBefore: null,
  });
  expect(pastPeriod.points.map(({ at, revenueCentavos }) => [at, revenueCentavos])).toEqual([
    ['2026-12-05T03:00:00.000Z', 550],
    ['2026-12-06T03:00:00.000Z', 0],
    ['2026-12-07T03:00:00.000Z', -150],
  ]);
  const aggregated = await readSales(platform, 'week', { from: '2026-12-04', until: '2026-12-05' });
  expect(aggregated).toMatchObject({ orders: 3, revenueCentavos: 550, isOver: true });
  const currentPeriod = await readSales(platform, 'week', { from: '2026-12-08', until: '2026-12-09' });
  expect(currentPeriod).toMatchObject({
    paidOrders: 2,
    isOver: false,
    before: { paidOrders: 0, revenueCentavos: -150 },
  });
  const oneDay = await readSales(platform, 'week', { from: '2026-12-08', until: '2026-12-08' });
  expect(oneDay.points).toHaveLength(24);
  expect(oneDay).toMatchObject({ paidOrders: 1, isOver: true });
  const futurePeriod = await readSales(platform, 'week', { from: '2027-01-01', until: '2027-01-02' });
  expect(futurePeriod).toMatchObject({ orders: 0, revenueCentavos: 0, before: { orders: 0 } });
});

/** Adds an order of two cotas for R$ 5,50 in a separate rifa. */
async function addSale(status: string, createdAt: Date, paidAt: Date) {
  const { db } = database;
  const rifaId = await addRifa(db, 100);
  const userId = await addBuyer(db);
  const amounts = { quantity: 2, totalAmount: '5.50' };
  const { id } = await addOrderRow(db, {
    userId,
    rifaId,
    status,
    ...amounts,
    holdExpiresAt: paidAt,
    createdAt,
    paidAt,
  });
  return { id, rifaId };
}

test.each([0, 1])(
  'counts an order on the day it is paid, as its revenue, after %i aggregations',
  async (runs) => {
    const { db } = database;
    const [madeAt, paidAt] = [new Date('2027-02-02T02:50:00Z'), new Date('2027-02-02T03:05:00Z')];
    const { id, rifaId } = await addSale('paid', madeAt, paidAt);
    await db
      .insertInto('ledgerEntries')
      .values([
        { txnKey: `settle:${id}`, createdAt: paidAt, account: `sales:${rifaId}`, amount: '-5.50' },
        { txnKey: `settle:${id}`, createdAt: paidAt, account: 'customer_funds', amount: '5.50' },
      ])
      .execute();
    const platform = { db, clock: { now: () => new Date('2027-02-08T12:00:00Z') } };
    for (let run = 0; run < runs; run++) await aggregateSales(platform);
    const readDay = (day: string) => readSales(platform, 'week', { from: day, until: day });
    const made = { orders: 1 + runs, paidOrders: 0, cotas: 0, revenueCentavos: 0 };
    expect(await readDay('2027-02-01')).toMatchObject(made);
    const paid = { orders: 0, paidOrders: 1 + runs, cotas: 2 + 2 * runs, revenueCentavos: 550 + 550 * runs };
    expect(await readDay('2027-02-02')).toMatchObject(paid);
  },
);

test.each([0, 1])('subtracts a charge-back on its day, after %i aggregations', async (runs) => {
  const { db } = database;
  const [soldAt, lostAt] = [
    new Date(`2027-0${3 + runs}-02T15:00:00Z`),
    new Date(`2027-0${3 + runs}-04T15:00:00Z`),
  ];
  const { id, rifaId } = await addSale('charged_back', soldAt, soldAt);
  const payment = { provider: 'sandbox', paymentId: id, amountCentavos: 550 };
  await postToLedger(db, [settlement(id, [{ rifaId, totalCentavos: 550 }])], soldAt);
  await postToLedger(db, [chargeback(payment, 0, true)], lostAt);
  const platform = { db, clock: { now: () => new Date(lostAt.getTime() + 4 * 86_400_000) } };
  for (let run = 0; run < runs; run++) await aggregateSales(platform);
  const days = { from: soldAt.toISOString().slice(0, 10), until: lostAt.toISOString().slice(0, 10) };
  const { points, ...totals } = await readSales(platform, 'week', days);
  expect(points.map(({ revenueCentavos }) => revenueCentavos)).toEqual([550, 0, -550]);
  expect(totals).toMatchObject({ orders: 1, paidOrders: 0, revenueCentavos: 0 });
});

test('neither writes nor locks unchanged hours', async () => {
  const { db } = database;
  const readRowVersions = () =>
    db
      .selectFrom('salesHours')
      .select(['hour', sql<string>`xmin || ',' || xmax`.as('version')])
      .orderBy('hour')
      .execute();
  const soldAt = new Date('2027-06-02T15:00:00Z');
  await addSale('paid', soldAt, soldAt);
  // Within the forty days that each aggregation recomputes.
  const platform = { db, clock: { now: () => new Date('2027-06-06T15:00:00Z') } };
  await aggregateSales(platform);
  const before = await readRowVersions();
  await aggregateSales(platform);
  expect(before.at(-1)?.hour).toEqual(soldAt);
  expect(await readRowVersions()).toEqual(before);
});
