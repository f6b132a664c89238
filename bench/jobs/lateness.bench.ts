/**
 * Delay with which reservations expire and refunds are sent while thousands of orders are open and the provider is slow.
 * `npm run bench -- lateness`.
 *
 * Options: `--open N` orders that stay open (10,000); `--expiring N` that end at one instant (1,100); `--refunds N` (100);
 * `--latency MS` of each call to the provider (300); `--json FILE`. Fails beyond 5 s plus two calls for reservations, or
 * 30 s for refunds.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startAttempt } from '@mare/server/payments/attempts/start-attempt.ts';
import { createOrderBatchWriter } from '@mare/server/orders/reservation/order-batch-writer.ts';
import { orderEvents } from '@mare/server/orders/lifecycle/order-events.ts';
import type { PaymentProvider, PaymentSnapshot } from '@mare/server/payments/providers/payment-provider.ts';
import { createPayments } from '@mare/server/payments/payments.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { quantile, runConcurrently } from '../selling/run-concurrently.ts';
import { openShop, orderOf } from '../shop/bench-shop.ts';
import { startShopJobs } from '../shop/shop-with-jobs.ts';
import { addSoldRifa } from '../shop/sold-rifas.ts';

const BUYERS = 16;
const HOLD_MS = 15 * 60_000;

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    open: { type: 'string', default: '10000' },
    expiring: { type: 'string', default: '1100' },
    refunds: { type: 'string', default: '100' },
    latency: { type: 'string', default: '300' },
  },
});
const [open, expiring, refunds, latencyMs] = [
  values.open,
  values.expiring,
  values.refunds,
  values.latency,
].map(Number) as [number, number, number, number];

/** Payments in memory; every call takes `latencyMs`, except while the shop is filled. */
function createSlowProvider() {
  const payments = new Map<string, PaymentSnapshot>();
  const providerState = { calls: 0, latencyMs: 0 };
  const call = async <T>(value: () => T) => {
    providerState.calls += 1;
    if (providerState.latencyMs > 0) await pause(providerState.latencyMs);
    return { ok: true as const, value: value() };
  };
  const updatePayment = (id: string, changes: Partial<PaymentSnapshot>) => {
    const changed = { ...payments.get(id)!, ...changes, updatedAt: new Date() };
    payments.set(id, changed);
    return changed;
  };
  const provider: PaymentProvider = {
    id: 'sandbox',
    receiver: null,
    reviewsPayments: true,
    settlementReports: null,
    isAvailable: () => true,
    readWebhook: () => [],
    createHostedCheckout: () => Promise.reject(new Error('not in this benchmark')),
    expireHostedCheckout: () => Promise.reject(new Error('not in this benchmark')),
    createPix: (request) =>
      call(() => {
        const paymentId = String(payments.size + 1);
        const snapshot: PaymentSnapshot = {
          provider: 'sandbox',
          paymentId,
          externalReference: request.externalReference,
          state: 'pending',
          rawStatus: 'pending',
          rawDetail: null,
          amountCentavos: request.amountCentavos,
          refundedCentavos: 0,
          feeCentavos: 0,
          currency: 'BRL',
          method: 'pix',
          endToEndId: null,
          approvedAt: null,
          updatedAt: new Date(),
          expiresAt: new Date(request.payableUntil),
          receiver: null,
        };
        payments.set(paymentId, snapshot);
        return { providerRef: paymentId, copyPaste: 'pix', sandboxUrl: null, snapshot };
      }),
    getPayment: (id) => call(() => payments.get(id)!),
    findPayments: (reference) =>
      call(() => [...payments.values()].filter((payment) => payment.externalReference === reference)),
    findUpdatedPayments: (from) =>
      call(() => [...payments.values()].filter(({ updatedAt }) => updatedAt >= from)),
    readHinted: (_topic, id) => call(() => [payments.get(id)!]),
    cancelPending: (id) => call(() => updatePayment(id, { state: 'cancelled', rawStatus: 'cancelled' })),
    refund: ({ paymentId }) =>
      call(() => {
        const { amountCentavos } = updatePayment(paymentId, { state: 'refunded', rawStatus: 'refunded' });
        return { refundId: `r${paymentId}`, amountCentavos, state: 'done' as const };
      }),
    listRefunds: () => call(() => []),
  };
  return { provider, state: providerState };
}

const cleanup = createCleanup();
try {
  const shop = await openShop(BUYERS, cleanup);
  const jobs = Object.values(orderEvents);
  const platform = await startShopJobs(
    { url: shop.url, parts: shop.platform, jobs, runsJobs: false },
    cleanup,
  );
  const { provider, state } = createSlowProvider();
  const payments = createPayments(platform, { provider, otherProviders: [] });
  cleanup.add(() => payments.stop());
  const writer = createOrderBatchWriter(platform);
  cleanup.add(() => writer.close());
  const rifaId = await addSoldRifa(shop.db, shop.pool, 1_000_000, 0);
  const reserve = (at: number) => async () => {
    const attempt = {
      id: randomUUID(),
      provider: 'sandbox',
      kind: 'pix' as const,
      idempotencyKey: randomUUID(),
    };
    const user = shop.users[at % shop.users.length]!;
    const order = await writer.reserve({ ...orderOf(user, rifaId, 5, [], HOLD_MS), attempt });
    if (!order.ok) throw new Error(order.code);
    await startAttempt(payments.context, attempt.id);
  };
  await runConcurrently(
    Array.from({ length: open + expiring }, (_, at) => reserve(at)),
    BUYERS,
  );
  await shop.pool.query('vacuum analyze');

  // Every open charge is due for a check, as after an outage.
  await shop.pool.query('update payment_attempts set next_check_at = now()');
  await shop.pool.query(
    `insert into refunds (id, provider, payment_id, amount, reason, idempotency_key, next_attempt_at)
     select gen_random_uuid(), provider, payment_id, amount, 'admin', gen_random_uuid(), now()
     from provider_payments
     where order_id not in (select id from orders where status = 'pending' order by id limit $2) limit $1`,
    [refunds, expiring],
  );
  await shop.pool.query(
    `update orders set hold_expires_at = now()
     where id in (select id from orders where status = 'pending' order by id limit $1)`,
    [expiring],
  );
  state.latencyMs = latencyMs;
  const began = Date.now();
  payments.start();
  const ended: number[] = [];
  let refundSeconds = 0;
  while (ended.length < expiring || refundSeconds === 0) {
    await pause(100);
    const seconds = (Date.now() - began) / 1000;
    const { rows } = await shop.pool.query<{ ended: number; left: number }>(
      `select (select count(*)::integer from orders where status = 'cancelled') as ended,
        (select count(*)::integer from refunds where state <> 'done') as left`,
    );
    while (ended.length < rows[0]!.ended) ended.push(seconds);
    if (refundSeconds === 0 && rows[0]!.left === 0) refundSeconds = seconds;
    if (seconds > 600)
      throw new Error(`after 600 s: ${ended.length} reservations ended, ${rows[0]!.left} refunds left`);
  }
  const result = {
    open,
    expiring,
    latencyMs,
    endedP50Seconds: quantile(ended, 0.5),
    endedLastSeconds: ended.at(-1)!,
    refundsLastSeconds: refundSeconds,
    calls: state.calls,
  };
  console.log(result);
  if (values.json) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
  if (result.endedLastSeconds > 5 + (2 * latencyMs) / 1000 || refundSeconds > 30) process.exitCode = 1;
} finally {
  await cleanup.run();
}
