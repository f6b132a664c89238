/** Webhook deliveries and their effects on orders. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applySnapshot } from '../settlement/apply-snapshot.ts';
import type { PaymentSnapshot } from '../providers/payment-provider.ts';
import { until } from '../payments.testing.ts';
import { startAttempt } from '../attempts/start-attempt.ts';
import { createWebhooksTestbed, type WebhooksTestbed } from './webhooks.testing.ts';

let bed: WebhooksTestbed;
beforeAll(async () => {
  bed = await createWebhooksTestbed();
});
afterAll(() => bed.close());

test('settles one payment on fifty concurrent deliveries of its approval', async () => {
  const { order, paymentId } = await bed.pendingPix();
  await bed.webhooks(false);
  await bed.transition(paymentId, 'approve');
  await bed.webhooks(true);
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => {
      const { path, init } = bed.signedDelivery(paymentId);
      return fetch(bed.origin + path, init);
    }),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  await until(async () => (await bed.inbox(paymentId)).every((row) => row.status === 'done'));
  expect(await bed.status(order.id)).toBe('paid');
  expect(await bed.jobs('order-paid', order.id)).toBe(1);
  const { rows } = await bed.pool.query<{ txn_key: string }>(
    'select txn_key from ledger_entries where txn_key = any($1) order by account',
    [[`settle:${order.id}`, `in:sandbox:${paymentId}`]],
  );
  expect(rows).toHaveLength(4);
});

test('applies a delivery once when repeated with new ids', async () => {
  const { order, paymentId } = await bed.pendingPix();
  await bed.control('PUT', '/webhooks/policy', { copies: 6, timestamp_unit: 'milliseconds' });
  await bed.transition(paymentId, 'approve');
  await until(async () => (await bed.status(order.id)) === 'paid');
  await until(async () => (await bed.inbox(paymentId)).every((row) => row.status === 'done'));
  await bed.control('PUT', '/webhooks/policy', { copies: 1, timestamp_unit: 'seconds' });
  expect(await bed.jobs('order-paid', order.id)).toBe(1);
});

test('reads a created payment only if its creation is not stored', async () => {
  await bed.webhooks(false);
  const { paymentId } = await bed.pendingPix();
  const deliver = async (id: string) => {
    const { path, init } = bed.signedDelivery(id, undefined, 'payment.created');
    expect((await fetch(bed.origin + path, init)).status).toBe(200);
  };
  await deliver(paymentId);
  expect(await bed.inbox(paymentId)).toEqual([]);
  await deliver('424242');
  expect(await bed.inbox('424242')).toHaveLength(1);
  await bed.db.deleteFrom('webhookInbox').where('resourceId', '=', '424242').execute();
  await bed.webhooks(true);
});

test('writes nothing when a settled payment is read again', async () => {
  await bed.webhooks(false);
  const { order, paymentId } = await bed.pendingPix();
  await bed.transition(paymentId, 'approve');
  const approved = { ...(await bed.read(paymentId)), feeCentavos: 0 };
  expect(await applySnapshot(bed.context, approved, 'webhook')).toBe('settles');
  const written = () =>
    bed.db.selectFrom('providerPayments').select('updatedAt').where('orderId', '=', order.id).execute();
  const before = await written();
  expect(await applySnapshot(bed.context, approved, 'check')).toBe('settles');
  expect(await written()).toEqual(before);
  // The provider states its fee later.
  expect(await applySnapshot(bed.context, { ...approved, feeCentavos: 7 }, 'check')).toBe('settles');
  const fee = bed.db
    .selectFrom('ledgerEntries')
    .select('amount')
    .where('txnKey', '=', `fee:sandbox:${paymentId}`);
  expect(await fee.where('account', '=', 'fees').execute()).toEqual([{ amount: '0.07' }]);
  await bed.webhooks(true);
});

test('ignores an older state and a newer one without an approval', async () => {
  const { order, paymentId } = await bed.pendingPix();
  await bed.webhooks(false);
  const pending = await bed.read(paymentId);
  await bed.transition(paymentId, 'approve');
  const approved = await bed.read(paymentId);
  const withoutMoney: PaymentSnapshot = {
    ...approved,
    state: 'cancelled',
    rawStatus: 'cancelled',
    updatedAt: new Date(approved.updatedAt.getTime() + 60_000),
  };
  expect(await applySnapshot(bed.context, approved, 'webhook')).toBe('settles');
  expect(await applySnapshot(bed.context, pending, 'webhook')).toBe('stale');
  expect(await applySnapshot(bed.context, withoutMoney, 'webhook')).toBe('regression');
  await bed.webhooks(true);
  expect(await bed.status(order.id)).toBe('paid');
  const { reviewReason } = await bed.db
    .selectFrom('orders')
    .select('reviewReason')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(reviewReason).toBe('regression');
});

test('records a payment of another system but never refunds it', async () => {
  const { payment_id: id } = await bed.control('POST', '/foreign_payment', {
    amount: 12,
    notification_url: `${bed.origin}/webhooks/mercadopago`,
  });
  await until(async () => (await bed.disposition(String(id))) === 'orphan');
  await bed.payments.runDueWork();
  expect(await bed.refunds(String(id))).toEqual([]);
});

test('finds the order of a webhook that arrives before the create call has returned', async () => {
  const bed = await createWebhooksTestbed({ timeoutMs: 1_500 });
  const order = await bed.order('pix', { start: false });
  await bed.faults({ match: 'POST /v1/payments', timeout_after_commit: true, times: 1 });
  const starting = startAttempt(bed.context, order.attemptId);
  await until(
    async () =>
      (
        await bed.pool.query('select from sandbox.payments where external_reference = $1', [
          order.externalReference,
        ])
      ).rowCount === 1,
  );
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'approve');
  await until(async () => (await bed.status(order.id)) === 'paid');
  await starting;
  await bed.payments.runDueWork();
  expect(await bed.attempt(order.attemptId)).toMatchObject({ state: 'closed', providerRef: paymentId });
  expect(await bed.jobs('order-paid', order.id)).toBe(1);
  await bed.close();
});

test('finds a payment within a minute by polling, without webhooks', async () => {
  const { order, paymentId } = await bed.pendingPix();
  await bed.webhooks(false);
  await bed.transition(paymentId, 'approve');
  await bed.webhooks(true);
  bed.clock.advance(60);
  await bed.payments.runDueWork();
  expect(await bed.status(order.id)).toBe('paid');
});
