/** Changes the provider of new charges while charges, refunds and disputes of the other one are open. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkNumberCounts } from '../../orders/orders.testing.ts';
import { addAttempt } from '../attempts/add-attempt.ts';
import { checkAttempt } from '../attempts/check-attempt.ts';
import { closeOrder } from '../attempts/ending/close-order.ts';
import { createPayments, type Payments } from '../payments.ts';
import {
  createPaymentsTestbed,
  ledgerBalances,
  paidOrder,
  type PaymentsTestbed,
} from '../payments.testing.ts';
import { type PixBank, startPixBank } from '../pix-api/bank.testing.ts';
import { createPixApiProvider } from '../pix-api/provider.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { reviewRecentPayments } from '../review/review-recent-payments.job.ts';

let bed: PaymentsTestbed;
let bank: PixBank;
/** MercadoPago creates new charges, the Pix bank serves its own. */
let before: Payments;
/** The other way round. */
let after: Payments;
beforeAll(async () => {
  bed = await createPaymentsTestbed({ timeoutMs: 1_500 });
  await bed.webhooks(false);
  bank = await startPixBank({ receiver: 'loja@exemplo.com.br', now: () => bed.clock.now() });
  const mercadoPago = bed.context.provider;
  const { clock, log } = bed.platform;
  const pix = createPixApiProvider({ ...bank.account, clock, log, publicUrl: bed.origin, timeoutMs: 3_000 });
  before = createPayments(bed.platform, { provider: mercadoPago, otherProviders: [pix] });
  after = createPayments(bed.platform, { provider: pix, otherProviders: [mercadoPago] });
});
afterAll(async () => {
  await Promise.all([before.stop(), after.stop(), bank.close()]);
  await bed.close();
});

/** An order with a Pix code of the current provider. */
async function orderAt(payments: Payments) {
  const order = await bed.order('pix', { start: false });
  await bed.db.deleteFrom('paymentAttempts').where('orderId', '=', order.id).execute();
  const added = await addAttempt(payments.context, { orderId: order.id, kind: 'pix' });
  if (!added.ok || added.attempt.state !== 'open') throw new Error(JSON.stringify(added));
  const attempt = await bed.db
    .selectFrom('paymentAttempts')
    .selectAll()
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow();
  return { ...order, txid: attempt.providerRef!, attemptId: attempt.id };
}

const refund = (orderId: string) =>
  requestRefund(bed.context, {
    orderId,
    reason: 'admin',
    amountCentavos: null,
    deduplicationKey: randomUUID(),
    source: 'admin',
  });

async function settleAll(payments: Payments) {
  for (let round = 0; round < 3; round++) {
    bed.clock.advance(61);
    await payments.runDueWork();
  }
}

const reviewReason = async (orderId: string) =>
  (
    await bed.db
      .selectFrom('orders')
      .select('reviewReason')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).reviewReason;

test('settles charges, sends refunds and applies charge-backs of the former provider', async () => {
  const open = await orderAt(before);
  const toRefund = await orderAt(before);
  const disputed = await orderAt(before);
  for (const order of [toRefund, disputed]) await bed.transition(order.txid, 'approve');
  await settleAll(before);
  expect(await bed.status(toRefund.id)).toBe('paid');
  expect(await refund(toRefund.id)).toMatchObject({ ok: true });

  const newer = await orderAt(after);
  expect((await bed.attempt(newer.attemptId)).provider).toBe('pix');
  await bed.transition(open.txid, 'approve');
  await bed.transition(disputed.txid, 'mediation');
  bank.pay(newer.txid);
  await reviewRecentPayments(after.context);
  await settleAll(after);
  expect(await bed.status(open.id)).toBe('paid');
  expect(await bed.status(toRefund.id)).toBe('refunded');
  expect(await bed.status(newer.id)).toBe('paid');
  expect(await reviewReason(disputed.id)).toBe('disputed');

  // Switches back.
  const last = await orderAt(after);
  bank.pay(last.txid);
  expect(await refund(newer.id)).toMatchObject({ ok: true });
  await settleAll(before);
  expect(await bed.status(last.id)).toBe('paid');
  expect(await bed.status(newer.id)).toBe('refunded');
  expect(await checkNumberCounts(bed.db, newer.rifaId)).toMatchObject({ sold: 0, free: 1_000 });
});

test('delivers a webhook of the API Pix to its own provider', async () => {
  const order = await orderAt(after);
  bank.pay(order.txid);
  const body = JSON.stringify({ pix: [{ endToEndId: `E${'0'.repeat(31)}`, txid: order.txid }] });
  const deliver = (secret: string) =>
    before.routes.request(`/webhooks/pix/${secret}/pix`, { method: 'POST', body });
  expect((await deliver('wrong')).status).toBe(401);
  expect((await deliver(bank.account.webhookSecret)).status).toBe(200);
  await before.runDueWork();
  expect(await bed.status(order.id)).toBe('paid');
});

test('makes a Pix unpayable before its numbers are released', async () => {
  const order = await orderAt(after);
  expect(await closeOrder(before.context, order.id)).toBe('released');
  expect(bank.pay(order.txid)).toBe(false);
  expect(await bed.status(order.id)).toBe('cancelled');
});

test('refunds a payment of another amount', async () => {
  const order = await orderAt(after);
  bank.pay(order.txid, { valor: '9.99' });
  await checkAttempt(after.context, order.attemptId, 'check');
  expect(await bed.status(order.id)).toBe('pending');
  expect(await bed.refunds(order.txid)).toMatchObject([{ reason: 'mismatch', amount: '9.99' }]);
  await settleAll(before);
  expect(await bed.refunds(order.txid)).toMatchObject([{ state: 'done' }]);
});

test('never settles money that went to another account', async () => {
  const order = await orderAt(after);
  bank.pay(order.txid, { chave: 'ladrao@exemplo.com.br' });
  await checkAttempt(after.context, order.attemptId, 'check');
  expect(await bed.status(order.id)).toBe('pending');
  expect(await bed.disposition(order.txid)).toBe('orphan');
  expect(await reviewReason(order.id)).toBe('wrong_receiver');
  expect(await bed.refunds(order.txid)).toEqual([]);
});

test('charges an order back when the bank returns the Pix for fraud', async () => {
  const order = await orderAt(after);
  bank.pay(order.txid);
  await checkAttempt(after.context, order.attemptId, 'check');
  bank.forceReturn(order.txid);
  await reviewRecentPayments(after.context);
  expect(await bed.status(order.id)).toBe('charged_back');
});

test('charges an order back when the bank returns the Pix for fraud in two parts', async () => {
  const order = await orderAt(after);
  bank.pay(order.txid);
  await checkAttempt(after.context, order.attemptId, 'check');
  bank.forceReturn(order.txid, 300);
  await reviewRecentPayments(after.context);
  expect(await bed.status(order.id)).toBe('paid');
  bed.clock.advance(60);
  bank.forceReturn(order.txid, 700);
  await reviewRecentPayments(after.context);
  expect(await bed.status(order.id)).toBe('charged_back');
  expect(await reviewReason(order.id)).toBeNull();
  // Repeated reports change nothing.
  await reviewRecentPayments(after.context);
  const { rows } = await bed.pool.query<{ account: string; centavos: string }>(
    `select split_part(account, ':', 1) as account, sum(amount * 100)::integer as centavos from ledger_entries
     where txn_key like '%:' || $1 || '%' or txn_key = 'settle:' || $2 group by 1 order by 1`,
    [order.txid, order.id],
  );
  expect(rows).toEqual([
    { account: 'chargeback_loss', centavos: 700 },
    { account: 'customer_funds', centavos: 0 },
    { account: 'mp_receivable', centavos: 0 },
    { account: 'sales', centavos: -700 },
  ]);
});

test('waits for a return in process, and keeps the order when the bank rejects it', async () => {
  const order = await orderAt(after);
  bank.pay(order.txid);
  await checkAttempt(after.context, order.attemptId, 'check');
  bank.setReturns('EM_PROCESSAMENTO');
  await refund(order.id);
  await settleAll(after);
  expect(await bed.refunds(order.txid)).toMatchObject([{ state: 'unknown' }]);
  bank.finishReturns('NAO_REALIZADO');
  bed.clock.advance(3_600);
  await settleAll(after);
  expect(await bed.refunds(order.txid)).toMatchObject([{ state: 'rejected' }]);
  expect(await bed.status(order.id)).toBe('paid');
  bank.setReturns('DEVOLVIDO');
});

test('keeps the rows of a provider without credentials until it has them', async () => {
  const order = await orderAt(after);
  bank.pay(order.txid);
  await settleAll(bed.payments);
  expect(await bed.status(order.id)).toBe('pending');
  await checkAttempt(after.context, order.attemptId, 'check');
  expect(await bed.status(order.id)).toBe('paid');
});

test('keeps the ledger balanced over both providers', async () => {
  await bed.webhooks(true);
  await paidOrder(bed);
  expect((await ledgerBalances(bed)).customer_funds).toBe(0);
});
