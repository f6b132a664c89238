import { call } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectKysely } from '@mare/database/connection/connect.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { createAdminRoutes } from './admin.routes.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { sendOrderMailJob } from '../orders/mails/send-order-mail.job.ts';
import { readOverview } from './read-overview.ts';

let testbed: PaymentsTestbed;
beforeAll(async () => {
  testbed = await createPaymentsTestbed();
});
afterAll(() => testbed.close());

// @covers panel: dashboard: totals, sum of paid among the latest 50, active rifas, latest orders
//   [server/admin/read-overview.ts]
test('returns totals, the latest 50 orders and their paid sum', async () => {
  const { db } = testbed;
  expect(await readOverview(testbed.context)).toEqual({
    totalUsers: 0,
    totalOrders: 0,
    revenueCentavos: 0,
    activeRifas: [],
    orders: [],
    waiting: {
      payments: 0,
      failingProviders: 0,
      draws: 0,
      failingDraws: 0,
      results: 0,
      tickets: 0,
      overdueTickets: 0,
      approvals: 0,
      prizes: 0,
      lapsedPrizes: 0,
      pausedCampaigns: 0,
      instantPrizes: 0,
      rankingPrizes: 0,
      partners: 0,
      vouchers: 0,
      affiliatePayouts: 0,
      partnerPayouts: 0,
      messages: 0,
      jobs: 0,
    },
  });
  const [buyer, rifaId] = [await testbed.buyer(), await testbed.rifa()];
  const base = Date.parse('2026-11-01T12:00:00Z');
  const orders = Array.from({ length: 52 }, (_, index) => ({
    id: crypto.randomUUID(),
    externalReference: crypto.randomUUID(),
    userId: buyer,
    clientRequestId: crypto.randomUUID(),
    rifaId,
    quantity: 1,
    totalAmount: '2.50',
    customer: '{}',
    status: index % 2 === 0 ? 'paid' : 'pending',
    paidAt: index % 2 === 0 ? new Date(base) : null,
    holdExpiresAt: new Date(base),
    createdAt: new Date(base + index * 1000),
  }));
  await db.insertInto('orders').values(orders).execute();

  const overview = await readOverview(testbed.context);
  expect(overview).toMatchObject({ totalUsers: 1, totalOrders: 52, revenueCentavos: 25 * 250 });
  await db.updateTable('orders').set({ returnedAmount: '1.00' }).where('id', '=', orders[50]!.id).execute();
  await db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', orders[48]!.id).execute();
  const later = await readOverview(testbed.context);
  expect(later.revenueCentavos).toBe(24 * 250 - 100);
  expect(later.orders.find(({ id }) => id === orders[48]!.id)?.status).toBe('refunded');
  expect(overview.activeRifas.map(({ id }) => id)).toEqual([rifaId]);
  expect(overview.orders).toHaveLength(50);
  expect(overview.orders[0]).toMatchObject({
    id: orders[51]!.id,
    totalCentavos: 250,
    status: 'pending',
    rifaTitle: 'Moto',
  });
});

test('concurrent requests share one read that started after they arrived', async () => {
  let reads = 0;
  const db = connectKysely(testbed.pool, ({ query }) => {
    if (query.sql.includes('"review_reason" is not null')) reads++;
  });
  const payments = { ...testbed.payments, context: { ...testbed.context, db } };
  const routes = createAdminRoutes({ payments }, { jobsOnSave: {}, mergeMore: async () => undefined });
  const admin = testContext(testbed.platform, { role: 'admin' });
  const readTotalOrders = async () =>
    (await call(routes.overview, undefined, { context: admin })).totalOrders;
  const results = await Promise.all(Array.from({ length: 8 }, readTotalOrders));
  expect(new Set(results).size).toBe(1);
  expect(reads).toBeLessThan(results.length);

  const before = readTotalOrders();
  await testbed.order();
  const after = readTotalOrders();
  expect(await after).toBe(results[0]! + 1);
  await before;
});

test('counts only tickets that await an answer', async () => {
  const now = testbed.clock.now();
  const ticket = (awaitingAnswer: boolean, dueInMs: number) => ({
    id: crypto.randomUUID(),
    subject: 'Pix',
    message: 'Olá',
    contactName: 'Ana',
    contactEmail: 'ana@exemplo.com.br',
    awaitingAnswer,
    createdAt: now,
    updatedAt: now,
    slaResponseDue: new Date(now.getTime() + dueInMs),
  });
  await testbed.db
    .insertInto('supportTickets')
    .values([ticket(true, -1000), ticket(true, 3_600_000), ticket(false, -1000)])
    .execute();
  expect((await readOverview(testbed.context)).waiting).toMatchObject({ tickets: 2, overdueTickets: 1 });
});

test('counts typed results, prizes of rankings and parked jobs', async () => {
  const { db, clock } = testbed;
  const [now, userId] = [clock.now(), await testbed.buyer()];
  const result = {
    extraction: 6010,
    drawnOn: '2026-11-21',
    prizes: ['1', '2', '3', '4', '5'],
    source: 'typed',
  };
  await db
    .insertInto('lotteryResults')
    .values({ ...result, id: crypto.randomUUID(), version: 1, enteredAt: now, enteredBy: userId })
    .execute();
  await db
    .insertInto('rankingPeriods')
    .values({ kind: 'day', startsAt: now, endsAt: new Date(now.getTime() + 1), prizes: ['Boné'] })
    .execute();
  const winner = { kind: 'day', startsAt: now, points: 10, prize: 'Boné', userId };
  await db
    .insertInto('rankingWinners')
    .values([
      { ...winner, place: 1 },
      { ...winner, place: 2, deliveredAt: now },
      { ...winner, place: 3, userId: null },
    ])
    .execute();
  await testbed.platform.jobs.prepare([sendOrderMailJob]);
  await testbed.platform.jobs.enqueue(db, sendOrderMailJob, { orderId: crypto.randomUUID(), kind: 'paid' });
  await testbed.pool.query("update pgboss.job set state = 'failed' where name = 'send-order-mail'");
  expect((await readOverview(testbed.context)).waiting).toMatchObject({
    results: 1,
    rankingPrizes: 1,
    jobs: 1,
  });
});
