/** Sales and money of the demonstration. Its orders were paid in the sandbox: they are settled and refunded like any other. */
import type { AdminOverview, Sales } from '@mare/contract/admin/admin.ts';
import type { FinanceReport } from '@mare/contract/admin/finance.ts';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import type { OrderDetail } from '@mare/contract/admin/order-detail.ts';
import type { Receivables } from '@mare/contract/admin/settlements.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { demoBuyers, demoLogin } from '@mare/database/seed/demo-people.ts';
import { SEGMENTS, segmentOf } from '@mare/domain/personalization/segments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectPayouts } from '../affiliates/payouts/collect-payouts.job.ts';
import { refundRifa } from '../payments/refunds/cancelled/refund-rifa.ts';
import { sql } from 'kysely';
import { startDemoStory, type DemoStory } from './demo-story.testing.ts';

const DAY_MS = 86_400_000;

let shop: DemoStory;
beforeAll(async () => {
  shop = await startDemoStory();
}, 120_000);
afterAll(() => shop.stop());

/** Balance of the sandbox, and the same balance in the ledger, in centavos. */
async function readBalances() {
  const { rows } = await sql<{ held: number; booked: number; bank: number }>`
    select (100 * (
        (select sum(amount - round(amount * 0.0099, 2) - refunded) from sandbox.payments where approved_at is not null)
        - (select sum(amount) from sandbox.withdrawals)))::integer as held,
      (100 * sum(amount) filter (where account = 'mp_receivable'))::integer as booked,
      (100 * sum(amount) filter (where account = 'bank'))::integer as bank
    from ledger_entries`.execute(shop.platform.db);
  return rows[0]!;
}

test('shows the same sold cotas in the shop and in the panel', async () => {
  const sold = await shop.soldByRifa();
  const cotasOf = (id: string) => sold.get(id)?.cotas ?? 0;
  const { activeRifas } = await shop.read<AdminOverview>('/api/admin/overview');
  expect(activeRifas.length).toBeGreaterThan(5);
  for (const { id, soldNumbers } of activeRifas) {
    expect(soldNumbers).toBe(cotasOf(id));
    expect((await shop.read<{ soldNumbers: number }>(`/api/rifas/${id}`)).soldNumbers).toBe(cotasOf(id));
    expect((await shop.read<{ soldNumbers: number }>(`/api/admin/rifas/${id}`)).soldNumbers).toBe(
      cotasOf(id),
    );
  }
});

test('stores the totals and the segment of its orders with each profile', async () => {
  const { rows } = await sql<{
    id: string;
    segment: string;
    totalOrders: number;
    totalSpent: string;
    orders: number;
    spent: string;
    lastPaidAt: Date | null;
  }>`
    select p.id, p.segment, p.total_orders, p.total_spent, count(o.id)::integer as orders,
      coalesce(sum(o.total_amount), 0)::numeric(12, 2) as spent, max(o.paid_at) as last_paid_at
    from profiles p left join orders o on o.user_id = p.id and o.status = 'paid' group by p.id`.execute(
    shop.platform.db,
  );
  for (const { totalOrders, totalSpent, segment, orders, spent, lastPaidAt } of rows) {
    expect({ totalOrders, totalSpent }).toEqual({ totalOrders: orders, totalSpent: spent });
    const history = { paidOrders: orders, spentCentavos: centavosFromNumeric(spent), lastPaidAt };
    expect(segment).toBe(segmentOf(history, new Date()));
  }
  const segments = new Map(rows.map(({ id, segment }) => [id, segment]));
  for (const { id, segment } of [...demoBuyers, demoLogin('maria@exemplo.com.br')])
    expect([id, segments.get(id)]).toEqual([id, segment]);
  expect(new Set(segments.values())).toEqual(new Set(SEGMENTS));
});

test('shows the same revenue in the sales and in the ledger', async () => {
  const dateDaysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
  // The ledger also has commissions of older drawn rifas.
  const sold = await shop.soldByRifa(dateDaysAgo(300));
  const finance = await shop.read<FinanceReport>(
    `/api/admin/finance?from=${dateDaysAgo(300)}&to=${dateDaysAgo(-1)}`,
  );
  expect(finance.unbalanced).toEqual([]);
  for (const { rifaId, sales, refunds } of finance.rifas)
    expect(sales - refunds).toBe(sold.get(rifaId)?.centavos ?? 0);
  expect(finance.total.commissions).toBeGreaterThan(0);
  expect(finance.ofNoRifa.result).toBe(0);
  const { revenueCentavos } = await shop.read<Sales>('/api/admin/sales?period=year');
  expect(revenueCentavos).toBe(finance.total.sales - finance.total.refunds);
});

test('leaves no payout of a past 15th to collect', async () => {
  expect(await collectPayouts(shop.platform)).toBe(0);
});

test('refunds each order of the cancelled rifa', async () => {
  const { rows: rifas } = await sql<{
    id: string;
    orderId: string;
    orders: number;
    centavos: number;
    wrong: number;
  }>`
    select rifas.id, min(orders.id::text) as order_id, count(*)::int as orders, (sum(orders.total_amount) * 100)::int as centavos,
      count(*) filter (where orders.status <> 'refunded' or orders.created_at > cancelled_at)::int as wrong
    from rifas join orders on orders.rifa_id = rifas.id where rifas.status = 'cancelled' group by rifas.id`.execute(
    shop.platform.db,
  );
  const [{ id, orderId, orders, centavos, wrong }] = rifas as [(typeof rifas)[number]];
  expect(orders).toBeGreaterThan(10);
  expect(wrong).toBe(0);
  const noRefunds = { orders: 0, centavos: 0 };
  const { refunds } = await shop.read<ManagedRifa>(`/api/admin/rifas/${id}`);
  expect(refunds).toEqual({
    done: { orders, centavos },
    underWay: noRefunds,
    unasked: noRefunds,
    waiting: noRefunds,
    elsewhere: noRefunds,
  });
  const order = await shop.read<OrderDetail>(`/api/admin/orders/${orderId}`);
  expect(order.returnedCentavos).toBe(order.totalCentavos);
});

test('books the commissions of partners on the days of their statements', async () => {
  const { rows } = await sql<{ days: number; booked: number; used: number }>`
    select count(distinct coalesce(booked.day, used.day))::integer as days, sum(booked.amount)::integer as booked,
      sum(used.amount)::integer as used
    from (select created_at::date as day, sum(amount) as amount from ledger_entries
      where account = 'partner_commissions' group by 1) as booked
    full join (select validated_at::date as day, sum(commission_amount) as amount from service_vouchers
      where status = 'validated' group by 1) as used on used.day = booked.day and used.amount = booked.amount`.execute(
    shop.platform.db,
  );
  expect(rows).toEqual([{ days: 4, booked: 200, used: 200 }]);
});

test('the ledger matches the provider, and money went to the bank', async () => {
  const { held, booked, bank } = await readBalances();
  expect(booked).toBe(held);
  expect(bank).toBeGreaterThan(0);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders where status = 'paid' and not exists (
      select from provider_payments where order_id = orders.id and disposition = 'settles' and state = 'approved'
        and amount = total_amount)`.execute(shop.platform.db);
  expect(rows).toEqual([{ count: 0 }]);
});

test('settlement reports contain all payments except those of today', async () => {
  const { open, net, transferred, adjustments } = await shop.read<Receivables>(
    '/api/admin/finance/receivables',
  );
  expect(adjustments.count).toBe(0);
  expect(net).toBeGreaterThanOrEqual(transferred);
  const { rows } = await sql<{ count: number; centavos: number }>`
    select count(*)::integer as count, coalesce(100 * sum(amount), 0)::integer as centavos from provider_payments
    where (approved_at at time zone 'America/Maceio')::date = (${shop.platform.clock.now()}::timestamptz at time zone 'America/Maceio')::date`.execute(
    shop.platform.db,
  );
  expect([{ count: open.count, centavos: open.centavos }]).toEqual(rows);
});

test('refunds a rifa when it is cancelled', async () => {
  const { db } = shop.platform;
  const { id } = await db
    .selectFrom('rifas')
    .select('id')
    .where('title', '=', 'Cesta de café da manhã regional')
    .executeTakeFirstOrThrow();
  await db.updateTable('rifas').set({ status: 'cancelled' }).where('id', '=', id).execute();
  const orders = await refundRifa(shop.payments.context, id);
  await shop.payments.runDueWork();
  const { refunds } = await shop.read<ManagedRifa>(`/api/admin/rifas/${id}`);
  expect(refunds!.done.orders).toBe(orders);
  expect(refunds!.unasked.orders).toBe(0);
  const { held, booked } = await readBalances();
  expect(booked).toBe(held);
});
