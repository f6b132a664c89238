import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plansOf } from '@mare/database/testing/plan.testing.ts';
import { closeOrder } from '../attempts/ending/close-order.ts';
import { registerJobMetrics } from '../../platform/metrics/job-metrics.ts';
import { checkLedger } from './check-ledger.job.ts';
import { registerOverdueMetrics } from './overdue-metrics.ts';
import { registerPaymentMetrics } from './payment-metrics.ts';
import { createPaymentsTestbed, until, type PaymentsTestbed } from '../payments.testing.ts';

let bed: PaymentsTestbed;
const registry = new Registry();
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  registerPaymentMetrics(registry, bed.platform, bed.payments);
});
afterAll(() => bed.close());

/** Metrics whose names start with `name`, by name and labels. */
async function stats(name: string): Promise<Record<string, number>> {
  bed.clock.advance(301);
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith(name));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

test('reports no rows and a balanced ledger at first', async () => {
  await checkLedger(bed.platform);
  expect(await stats('mare_orders')).toEqual({});
  expect(await stats('mare_ledger_imbalance_centavos')).toEqual({
    'mare_ledger_imbalance_centavos{kind="changed_ranges"}': 0,
    'mare_ledger_imbalance_centavos{kind="stray"}': 0,
    'mare_ledger_imbalance_centavos{kind="difference"}': 0,
    'mare_ledger_imbalance_centavos{kind="unbalanced_transactions"}': 0,
    'mare_ledger_imbalance_centavos{kind="changed_payment_days"}': 0,
  });
  expect(await stats('mare_webhook_deliveries_total')).toEqual({
    'mare_webhook_deliveries_total{result="queued"}': 0,
    'mare_webhook_deliveries_total{result="ignored"}': 0,
    'mare_webhook_deliveries_total{result="forged"}': 0,
  });
});

test('counts orders, payments, webhooks and refunds by state', async () => {
  const paid = await bed.order('pix');
  await bed.transition(await bed.paymentId(paid.externalReference), 'approve');
  await until(async () => (await bed.status(paid.id)) === 'paid');
  const late = await bed.order('pix');
  await closeOrder(bed.context, late.id);
  await bed.db.updateTable('rifas').set({ status: 'closed' }).where('id', '=', late.rifaId).execute();
  const latePayment = await bed.paymentId(late.externalReference);
  await bed.control('POST', `/payments/${latePayment}/approve_after_expiry`);
  await until(async () => (await bed.disposition(latePayment)) === 'late');
  await bed.payments.runDueWork();
  await fetch(`${bed.origin}/webhooks/mercadopago?data.id=5&type=payment`, { method: 'POST', body: '{}' });

  expect(await stats('mare_orders')).toEqual({
    'mare_orders{status="paid"}': 1,
    'mare_orders{status="cancelled"}': 1,
  });
  expect(await stats('mare_payments')).toMatchObject({
    'mare_payments{outcome="settles"}': 1,
    'mare_payments{outcome="late"}': 1,
  });
  expect(await stats('mare_refunds')).toEqual({ 'mare_refunds{state="done",reason="late"}': 1 });
  expect(await stats('mare_webhooks')).toEqual({});
  await checkLedger(bed.platform);
  const deliveries = await stats('mare_webhook_deliveries_total');
  expect(deliveries['mare_webhook_deliveries_total{result="forged"}']).toBe(1);
  expect(deliveries['mare_webhook_deliveries_total{result="queued"}']).toBeGreaterThanOrEqual(2);
  expect(await stats('mare_ledger_balance_centavos')).toMatchObject({
    'mare_ledger_balance_centavos{account="sales"}': -1000,
    'mare_ledger_balance_centavos{account="customer_funds"}': 0,
  });
});

test('reports the age of the shop until the first check of the ledger', async () => {
  await bed.db.deleteFrom('ledgerCheck').execute();
  await bed.db.deleteFrom('ledgerProof').execute();
  for (const name of ['mare_ledger_checked_seconds', 'mare_ledger_proved_seconds'])
    expect((await stats(name))[name]).toBeGreaterThan(300);
  await checkLedger(bed.platform);
  expect((await stats('mare_ledger_checked_seconds'))['mare_ledger_checked_seconds']).toBeLessThan(310);
});

test('reports an unbalanced ledger', async () => {
  await bed.db
    .insertInto('ledgerEntries')
    .values([
      { txnKey: 'by-hand', account: 'fees', amount: '0.05' },
      { txnKey: 'by-hand', account: 'customer_funds', amount: '-0.05' },
    ])
    .execute();
  await expect(checkLedger(bed.platform)).rejects.toThrow('does not balance');
  expect(await stats('mare_ledger_imbalance_centavos')).toMatchObject({
    'mare_ledger_imbalance_centavos{kind="stray"}': 5,
    'mare_ledger_imbalance_centavos{kind="difference"}': -5,
  });
});

test('caches row counts for 30 seconds', async () => {
  const before = (await stats('mare_orders'))['mare_orders{status="paid"}']!;
  const order = await bed.order('pix');
  await bed.transition(await bed.paymentId(order.externalReference), 'approve');
  await until(async () => (await bed.status(order.id)) === 'paid');
  expect(await registry.metrics()).toContain(`mare_orders{status="paid"} ${before}\n`);
  bed.clock.advance(30);
  expect(await registry.metrics()).toContain(`mare_orders{status="paid"} ${before + 1}\n`);
});

test('counts a dead webhook until an admin has reviewed it', async () => {
  const dead = () => stats('mare_webhooks').then((counts) => counts['mare_webhooks{status="dead"}'] ?? 0);
  await bed.db
    .updateTable('webhookInbox')
    .set({ status: 'dead' })
    .where('id', '=', (eb) => eb.selectFrom('webhookInbox').select('id').limit(1))
    .execute();
  expect(await dead()).toBe(1);
  await bed.db
    .updateTable('webhookInbox')
    .set({ reviewedAt: bed.clock.now() })
    .where('status', '=', 'dead')
    .execute();
  expect(await dead()).toBe(0);
});

test('reports the lateness of reservations', async () => {
  const registryOfLateness = new Registry();
  registerOverdueMetrics(registryOfLateness, bed.platform);
  const late = async () => {
    bed.clock.advance(6);
    const text = await registryOfLateness.metrics();
    return Number(/mare_overdue_seconds\{work="reservations"\} ([\d.]+)/.exec(text)![1]);
  };
  await bed.payments.runDueWork();
  expect(await late()).toBe(0);
  await bed.order('pix');
  bed.clock.advance(15 * 60 + 30);
  expect(await late()).toBeGreaterThanOrEqual(30);
  await bed.payments.runDueWork();
  expect(await late()).toBe(0);
});

test('reports queues with waiting jobs, and the age of the oldest', async () => {
  const registryOfJobs = new Registry();
  registerJobMetrics(registryOfJobs, bed.platform);
  await bed.order('pix');
  const text = await registryOfJobs.metrics();
  expect(text).toMatch(/mare_jobs\{queue="order-created",state="ready"\} [1-9]/);
  expect(text).toMatch(/mare_job_oldest_seconds\{queue="order-created"\} [\d.]+/);
});

// @covers beyond: a scrape of the metrics reads no whole table, however large the shop
//   [server/payments/monitoring/payment-metrics.ts, server/payments/monitoring/overdue-metrics.ts]
test('reads orders, payments and webhooks through partial indexes only', async () => {
  const plans = await plansOf(bed.pool, (db) => {
    const scraped = new Registry();
    registerPaymentMetrics(scraped, { db, clock: bed.clock }, bed.payments);
    registerOverdueMetrics(scraped, { db, clock: bed.clock });
    return scraped.metrics();
  });
  const { rows } = await bed.pool.query<{ index: string }>(
    'select indexrelid::regclass::text as index from pg_index where indpred is not null',
  );
  const partial = new Set(rows.map(({ index }) => index));
  const isBounded = (plan: string, line: string, at: number) => {
    const [, index] = /Index (?:Only )?Scan (?:using|on) (\w+)/.exec(line) ?? [];
    if (!index) return !line.includes('Seq Scan on');
    return partial.has(index) || plan.split('\n')[at + 1]!.includes('Index Cond');
  };
  const large = plans.filter((plan) => /orders|payments|attempts|refunds|webhook/.test(plan));
  expect(large.length).toBeGreaterThanOrEqual(7);
  for (const plan of large)
    for (const [at, line] of plan.split('\n').entries())
      expect(isBounded(plan, line, at), `${line}\n${plan}`).toBe(true);
});
