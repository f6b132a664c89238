import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkNumberCounts } from '../../orders/orders.testing.ts';
import { applySnapshot } from '../settlement/apply-snapshot.ts';
import { describePayment } from '../describe-payment.ts';
import {
  createPaymentsTestbed,
  ledgerBalances,
  until,
  areWebhooksDone,
  type PaymentsTestbed,
  sendRefunds,
} from '../payments.testing.ts';
import { requestRefund } from './request-refund.ts';
import { claimRefunds, renewRefundLeases, sendRefund } from './send-refunds.ts';

const UNAVAILABLE = { kind: 'unavailable', retryAfterSeconds: null } as const;

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed({ timeoutMs: 1_500 });
});
afterAll(() => bed.close());

const addPaidPix = async (rifaId?: string) => {
  const order = await bed.order('pix', { rifaId });
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'approve');
  await until(async () => (await bed.status(order.id)) === 'paid');
  return { order, paymentId };
};
const refund = (orderId: string, amountCentavos: number | null = null, deduplicationKey = '') =>
  requestRefund(bed.context, { orderId, reason: 'admin', amountCentavos, deduplicationKey, source: 'admin' });
const refundsAtProvider = async (paymentId: string) => {
  const { rows } = await bed.pool.query('select amount from sandbox.refunds where payment_id = $1', [
    paymentId,
  ]);
  return rows as { amount: string }[];
};
const flags = (orderId: string) =>
  bed.db
    .selectFrom('orders')
    .select(['disputedAt', 'reviewReason'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();

describe('two payments of one order', () => {
  test('settle one and refund the other once under concurrent reads', async () => {
    const order = await bed.order('hosted');
    const { providerRef } = await bed.attempt(order.attemptId);
    await bed.webhooks(false);
    const { payment_ids: ids } = (await bed.control(
      'POST',
      `/preferences/${providerRef}/pay_twice`,
    )) as unknown as {
      payment_ids: number[];
    };
    await bed.webhooks(true);
    const snapshots = await Promise.all(ids.map((id) => bed.read(String(id))));
    await Promise.all(
      Array.from({ length: 20 }, () =>
        snapshots.map((one) => applySnapshot(bed.context, one, 'check')),
      ).flat(),
    );
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('paid');
    const states = (await Promise.all(ids.map((id) => bed.read(String(id))))).map((one) => one.state);
    expect(new Set(states)).toEqual(new Set(['approved', 'refunded']));
    expect(await bed.jobs('payment-returned', order.id)).toBe(1);
  });
});

test('never settles money in another currency', async () => {
  const order = await bed.order('pix');
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.webhooks(false);
  // A hint of the new payment would be read after it was approved, in reais.
  await until(() => areWebhooksDone(bed, paymentId));
  await bed.transition(paymentId, 'approve');
  const read = await bed.read(paymentId);
  expect(await applySnapshot(bed.context, { ...read, currency: 'USD' }, 'check')).toBe('mismatch');
  // The provider decides at delivery whether it drops a webhook.
  await bed.webhooks(true);
  expect(await bed.status(order.id)).toBe('pending');
  expect(await bed.refunds(paymentId)).toMatchObject([{ reason: 'mismatch', amount: '10.00' }]);
});

describe('a refund', () => {
  test('with a lost response is found at the provider, not repeated', async () => {
    const { order, paymentId } = await addPaidPix();
    await bed.faults({ match: `POST /v1/payments/${paymentId}/refunds`, malformed_json: true, times: 2 });
    expect(await refund(order.id)).toMatchObject({ ok: true });
    await sendRefunds(bed.context);
    expect(await bed.refunds(paymentId)).toMatchObject([{ state: 'unknown' }]);
    bed.clock.advance(6);
    await bed.payments.runDueWork();
    expect(await bed.refunds(paymentId)).toMatchObject([{ state: 'done' }]);
    expect(await refundsAtProvider(paymentId)).toHaveLength(1);
    await until(async () => (await bed.status(order.id)) === 'refunded');
    expect(await checkNumberCounts(bed.db, order.rifaId)).toMatchObject({ free: 1000, sold: 0 });
  });

  test.each([
    [
      'the provider forgot its idempotency key',
      () => bed.pool.query('delete from sandbox.idempotent_answers'),
      {},
    ],
    [
      'the provider’s refund list lags',
      () => Promise.resolve(),
      { listRefunds: async () => ({ ok: true as const, value: [] }) },
    ],
  ])('in part with a lost response is made once although %s', async (_name, prepare, broken) => {
    const { order, paymentId } = await addPaidPix();
    await bed.faults({ match: `POST /v1/payments/${paymentId}/refunds`, malformed_json: true, times: 2 });
    await refund(order.id, 400);
    await sendRefunds(bed.context);
    await prepare();
    bed.clock.advance(6);
    await sendRefunds({ ...bed.context, provider: { ...bed.context.provider, ...broken } });
    expect(await bed.refunds(paymentId)).toMatchObject([{ state: 'done' }]);
    expect(await refundsAtProvider(paymentId)).toEqual([{ amount: '4.00' }]);
  });

  test('is not mistaken for another one of a different amount', async () => {
    const { order, paymentId } = await addPaidPix();
    await bed.faults({ match: `POST /v1/payments/${paymentId}/refunds`, status: 500, times: 2 });
    await refund(order.id, 400);
    await sendRefunds(bed.context);
    expect(await bed.refunds(paymentId)).toMatchObject([{ state: 'unknown' }]);
    await bed.context.provider.refund({ paymentId, amountCentavos: 300 }, crypto.randomUUID());
    bed.clock.advance(6);
    await sendRefunds(bed.context);
    expect(await bed.refunds(paymentId)).toMatchObject([{ state: 'done' }]);
    const created = await refundsAtProvider(paymentId);
    expect(created.map(({ amount }) => amount).sort()).toEqual(['3.00', '4.00']);
  });

  test('of a crashed worker is taken over within ten seconds, with the same key', async () => {
    const { order, paymentId } = await addPaidPix();
    await refund(order.id);
    const [claimed] = await claimRefunds(bed.context, 1);
    expect(claimed).toMatchObject({ state: 'sending', paymentId });
    await sendRefunds(bed.context);
    expect(await refundsAtProvider(paymentId)).toEqual([]);
    bed.clock.advance(10);
    await bed.payments.runDueWork();
    expect(await bed.refunds(paymentId)).toMatchObject([
      { state: 'done', idempotencyKey: claimed!.idempotencyKey },
    ]);
    expect(await refundsAtProvider(paymentId)).toHaveLength(1);
    await until(async () => (await bed.status(order.id)) === 'refunded');
  });

  test('of a slow worker keeps its lease', async () => {
    const { order } = await addPaidPix();
    await refund(order.id);
    const slow = await claimRefunds(bed.context, 1);
    bed.clock.advance(7);
    await renewRefundLeases(bed.context, slow);
    bed.clock.advance(7);
    expect(await claimRefunds(bed.context, 1)).toEqual([]);
  });

  test('of a stopped worker is not changed by it after a take-over', async () => {
    const { order, paymentId } = await addPaidPix();
    await refund(order.id);
    const [stopped] = await claimRefunds(bed.context, 1);
    bed.clock.advance(20);
    await bed.payments.runDueWork();
    await until(async () => (await bed.status(order.id)) === 'refunded');
    const failing = { refund: async () => ({ ok: false, error: UNAVAILABLE }) as const };
    await sendRefund({ ...bed.context, provider: { ...bed.context.provider, ...failing } }, stopped!);
    await renewRefundLeases(bed.context, [stopped!]);
    expect(await bed.refunds(paymentId)).toMatchObject([{ state: 'done', leasedUntil: null }]);
  });

  test('is pending for the buyer until the payment reports it', async () => {
    const { order, paymentId } = await addPaidPix();
    const underWay = async () => (await describePayment(bed.context, order.id)).refundUnderWay;
    expect(await underWay()).toBe(false);
    await refund(order.id, 400);
    expect(await underWay()).toBe(true);
    await bed.webhooks(false);
    await sendRefunds(bed.context);
    expect(await bed.refunds(paymentId)).toMatchObject([{ state: 'done' }]);
    expect(await underWay()).toBe(true);
    await applySnapshot(bed.context, await bed.read(paymentId), 'check');
    expect(await underWay()).toBe(false);
    // The receipt shows the refunded amount, even if all cotas stay.
    expect((await describePayment(bed.context, order.id)).returnedCentavos).toBe(400);
    await bed.webhooks(true);
    await bed.transition(paymentId, 'refund');
    await until(async () => (await bed.status(order.id)) === 'refunded');
    expect(await underWay()).toBe(false);
  });

  test('waits for sufficient balance', async () => {
    const { order, paymentId } = await addPaidPix();
    await bed.control('PUT', '/faults', { refund_no_funds: true });
    await refund(order.id);
    await bed.payments.runDueWork();
    expect(await bed.refunds(paymentId)).toMatchObject([{ state: 'waiting_funds' }]);
    await bed.control('PUT', '/faults', { refund_no_funds: false });
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('paid');
    bed.clock.advance(901);
    await bed.payments.runDueWork();
    await until(async () => (await bed.status(order.id)) === 'refunded');
    expect(await refundsAtProvider(paymentId)).toHaveLength(1);
  });

  test('is limited to the remaining amount after partial refunds', async () => {
    const { order, paymentId } = await addPaidPix();
    expect(await refund(order.id, 400, 'first')).toMatchObject({ ok: true });
    expect(await refund(order.id, 700, 'second')).toEqual({ ok: false, code: 'AMOUNT_TOO_HIGH' });
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('paid');
    expect(await refund(order.id, 600, 'third')).toMatchObject({ ok: true });
    await bed.payments.runDueWork();
    expect(await refundsAtProvider(paymentId)).toEqual([{ amount: '4.00' }, { amount: '6.00' }]);
    await until(async () => (await bed.status(order.id)) === 'refunded');
    expect(await refund(order.id)).toEqual({ ok: false, code: 'ORDER_NOT_PAID' });
  });

  test('made in the provider’s panel, partial then full, updates the order', async () => {
    const { order, paymentId } = await addPaidPix();
    await bed.transition(paymentId, 'partial_refund', { refund_centavos: 333 });
    await bed.transition(paymentId, 'refund');
    await until(async () => (await bed.status(order.id)) === 'refunded');
    const { rows } = await bed.pool.query(
      `select sum(amount) as sum from ledger_entries where account = $1`,
      [`sales:${order.rifaId}`],
    );
    expect(rows).toEqual([{ sum: '0.00' }]);
  });
});

describe('a dispute', () => {
  test('freezes the order and restores it when won', async () => {
    const { order, paymentId } = await addPaidPix();
    await bed.transition(paymentId, 'mediation');
    await until(async () => (await flags(order.id)).disputedAt !== null);
    expect(await bed.jobs('order-disputed', order.id)).toBe(1);
    expect(await bed.status(order.id)).toBe('paid');
    await bed.transition(paymentId, 'win_dispute');
    await until(async () => (await flags(order.id)).disputedAt === null);
    expect(await bed.jobs('order-dispute-won', order.id)).toBe(1);
    expect(await bed.status(order.id)).toBe('paid');
  });

  test('charges the order back when lost', async () => {
    const { order, paymentId } = await addPaidPix();
    await bed.transition(paymentId, 'charge_back');
    await until(async () => (await flags(order.id)).disputedAt !== null);
    await bed.transition(paymentId, 'lose_charge_back');
    await until(async () => (await bed.status(order.id)) === 'charged_back');
    expect(await bed.jobs('order-charged-back', order.id)).toBe(1);
    expect(await checkNumberCounts(bed.db, order.rifaId)).toMatchObject({ free: 1000 });
  });

  test('that pays both sides needs an admin review', async () => {
    const { order, paymentId } = await addPaidPix();
    await bed.transition(paymentId, 'mediation');
    await bed.transition(paymentId, 'reimburse');
    await until(async () => (await flags(order.id)).reviewReason === 'chargeback_reimbursed');
    expect(await bed.status(order.id)).toBe('paid');
  });

  test('reported by chargeback id is resolved to its payment', async () => {
    const { paymentId } = await addPaidPix();
    await bed.transition(paymentId, 'charge_back');
    const { rows } = await bed.pool.query('select id from sandbox.chargebacks where payment_id = $1', [
      paymentId,
    ]);
    const read = await bed.context.provider.readHinted('chargeback', String(rows[0].id));
    expect(read).toMatchObject({ ok: true, value: [{ paymentId, state: 'disputed' }] });
  });
});

test('leaves the ledger balanced and the buyers’ account at zero', async () => {
  await bed.payments.runDueWork();
  expect((await ledgerBalances(bed)).customer_funds).toBe(0);
});
