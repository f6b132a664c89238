/** The money of the demonstration: its sales were paid at the sandbox, so they are settled and refunded like bought ones. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Receivables } from '@mare/contract/admin/settlements.ts';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { type DemoShop, startDemoShop } from '../integration/demo-shop.testing.ts';
import { refundRifa } from '../payments/refunds/refund-rifa.ts';
import { createLog } from '../platform/log/log.ts';

let shop: DemoShop;
let read: <Answer>(path: string) => Promise<Answer>;
beforeAll(async () => {
  shop = await startDemoShop(createLog('silent'));
  const token = await shop.signIn('admin@exemplo.com.br', 'admin123');
  read = async <Answer>(path: string) => {
    const response = await shop.app.request(path, { headers: { authorization: `Bearer ${token}` } });
    return (await response.json()) as Answer;
  };
}, 120_000);
afterAll(() => shop.stop());

/** Centavos that the sandbox holds, and that the books say it holds. */
async function readHeld() {
  const { rows } = await sql<{ held: number; booked: number; bank: number; prizes: number }>`
    select (100 * (
        (select sum(amount - round(amount * 0.0099, 2) - refunded) from sandbox.payments where approved_at is not null)
        - (select sum(amount) from sandbox.withdrawals)))::integer as held,
      (100 * sum(amount) filter (where account = 'mp_receivable'))::integer as booked,
      (100 * sum(amount) filter (where account = 'bank'))::integer as bank,
      (100 * sum(amount) filter (where account = 'customer_funds'))::integer as unclaimed
    from ledger_entries`.execute(shop.platform.db);
  return rows[0]!;
}

test('the books agree with the provider, which sent money to the bank', async () => {
  const { held, booked, bank } = await readHeld();
  expect(booked).toBe(held);
  expect(bank).toBeGreaterThan(0);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders where status = 'paid' and not exists (
      select from provider_payments where order_id = orders.id and disposition = 'settles' and state = 'approved'
        and amount = total_amount)`.execute(shop.platform.db);
  expect(rows).toEqual([{ count: 0 }]);
});

test('reports name each payment but those of today', async () => {
  const { open, net, transferred, adjustments } = await read<Receivables>('/api/admin/finance/receivables');
  expect(adjustments.count).toBe(0);
  expect(net).toBeGreaterThanOrEqual(transferred);
  const { rows } = await sql<{ count: number; centavos: number }>`
    select count(*)::integer as count, coalesce(100 * sum(amount), 0)::integer as centavos from provider_payments
    where (approved_at at time zone 'America/Maceio')::date = (${shop.platform.clock.now()}::timestamptz at time zone 'America/Maceio')::date`.execute(
    shop.platform.db,
  );
  expect([{ count: open.count, centavos: open.centavos }]).toEqual(rows);
});

test('sends the money of a rifa back when it is cancelled', async () => {
  const { db } = shop.platform;
  const { id } = await db
    .selectFrom('rifas')
    .select('id')
    .where('title', '=', 'Cesta de café da manhã regional')
    .executeTakeFirstOrThrow();
  await db.updateTable('rifas').set({ status: 'cancelled' }).where('id', '=', id).execute();
  const orders = await refundRifa(shop.payments.context, id);
  await shop.payments.sweep();
  const { refunds } = await read<ManagedRifa>(`/api/admin/rifas/${id}`);
  expect(refunds!.done.orders).toBe(orders);
  expect(refunds!.unasked.orders).toBe(0);
  const { held, booked } = await readHeld();
  expect(booked).toBe(held);
});
