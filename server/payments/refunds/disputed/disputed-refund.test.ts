/** Refunds of disputed payments. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { line } from '../../../orders/orders.testing.ts';
import { findOrderByReference } from '../../../orders/reading/find-order.ts';
import { applySnapshot } from '../../settlement/apply-snapshot.ts';
import {
  createPaymentsTestbed,
  ledgerBalances,
  paidOrder,
  type PaymentsTestbed,
  sendRefunds,
} from '../../payments.testing.ts';
import { listPaymentsToReview } from '../../review/list-payments-to-review.ts';
import { readCancelledRefunds } from '../cancelled/read-cancelled-refunds.ts';
import { refundAsAdmin } from '../refund-as-admin.ts';
import { refundRifa } from '../cancelled/refund-rifa.ts';
import { withdrawOrder } from '../withdraw-order.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

async function change(paymentId: string, to: string) {
  await bed.transition(paymentId, to);
  await applySnapshot(bed.context, await bed.read(paymentId), 'check');
}

const cancel = (rifaId: string) =>
  bed.db.updateTable('rifas').set({ status: 'cancelled' }).where('id', '=', rifaId).execute();

async function refund(orderId: string, amountCentavos: number | null = null) {
  const requested = await refundAsAdmin(bed.context, {
    orderId,
    amountCentavos,
    requestId: randomUUID(),
    note: 'desistiu',
    userId: await bed.buyer(),
  });
  if (!requested.ok) throw new Error(requested.code);
}

const stateOf = async (paymentId: string) => (await bed.refunds(paymentId)).map(({ state }) => state);
const toReview = async (externalReference: string) =>
  (await listPaymentsToReview(bed.context))
    .filter((item) => item.externalReference === externalReference)
    .map(({ kind }) => kind);

/** Sends due refunds, and applies the provider's new state. */
async function send(paymentId: string) {
  await sendRefunds(bed.context);
  await applySnapshot(bed.context, await bed.read(paymentId), 'check');
}

// @covers beyond: a dispute that is won lets the refund of a cancelled rifa go on
//   [server/payments/settlement/update-settled-order.ts]
test('refunds an order of a cancelled rifa once its dispute is won', async () => {
  const order = await paidOrder(bed);
  await change(order.paymentId, 'mediation');
  await cancel(order.rifaId);
  await refundRifa(bed.context, order.rifaId);
  expect(await bed.refunds(order.paymentId)).toEqual([]);
  const stages = () => readCancelledRefunds(bed.db, order.rifaId, bed.clock.now());
  expect(await stages()).toMatchObject({ waiting: { orders: 1 } });

  await change(order.paymentId, 'win_dispute');
  expect(await stages()).toMatchObject({ underWay: { orders: 1 }, unasked: { orders: 0 } });
  await send(order.paymentId);
  expect(await bed.status(order.id)).toBe('refunded');
  expect(await stages()).toMatchObject({ done: { orders: 1 } });
});

// @covers beyond: a refund waits for the end of a dispute, and is made or dropped with it
//   [server/payments/refunds/send-refunds.ts]
test('holds a refund while the payment is disputed, and makes it once the dispute is won', async () => {
  const order = await paidOrder(bed);
  await refund(order.id, 400);
  await change(order.paymentId, 'mediation');
  await send(order.paymentId);
  expect(await stateOf(order.paymentId)).toEqual(['requested']);
  // Only the dispute needs a review.
  expect(await toReview(order.externalReference)).toEqual(['disputed']);

  await change(order.paymentId, 'win_dispute');
  await send(order.paymentId);
  expect(await stateOf(order.paymentId)).toEqual(['done']);
  expect(await toReview(order.externalReference)).toEqual([]);
  expect(await bed.read(order.paymentId)).toMatchObject({ refundedCentavos: 400 });
});

test('requests no further refund once the bank has refunded a disputed payment', async () => {
  const before = await ledgerBalances(bed);
  const order = await paidOrder(bed);
  await refund(order.id);
  await change(order.paymentId, 'mediation');
  await send(order.paymentId);
  await change(order.paymentId, 'lose_charge_back');
  expect(await bed.status(order.id)).toBe('charged_back');
  await send(order.paymentId);
  expect(await stateOf(order.paymentId)).toEqual(['rejected']);
  // A hint to refund by other means would pay twice.
  expect(await toReview(order.externalReference)).toEqual([]);
  const after = await ledgerBalances(bed);
  expect(after.chargeback_loss! - (before.chargeback_loss ?? 0)).toBe(1000);
  expect(after.sales! - (before.sales ?? 0)).toBe(-1000);
});

test('drops a rejected refund once the bank returns the payment', async () => {
  const order = await paidOrder(bed);
  await bed.faults({ match: `POST /v1/payments/${order.paymentId}/refunds`, status: 400 });
  await refund(order.id);
  await sendRefunds(bed.context);
  await bed.faults();
  expect(await toReview(order.externalReference)).toEqual(['refund_refused']);
  await change(order.paymentId, 'mediation');
  await change(order.paymentId, 'lose_charge_back');
  expect(await toReview(order.externalReference)).toEqual([]);
  expect(await stateOf(order.paymentId)).toEqual(['rejected']);
});

// @covers beyond: a refund that a charge-back closed is requested again once the bank takes the charge-back back
//   [server/payments/refunds/disputed/disputed-refunds.ts]
test('requests the refunds that a charge-back closed again once the bank reverses it', async () => {
  const order = await paidOrder(bed, { lines: [line(await bed.rifa(), 2), line(await bed.rifa(), 3)] });
  await refund(order.id, 100);
  const stored = (await findOrderByReference(bed.db, order.externalReference))!;
  expect(await withdrawOrder(bed.payments, stored)).toEqual({ ok: true });
  await bed.db
    .updateTable('refunds')
    .set({ state: 'waiting_funds', lastError: 'no_funds', nextAttemptAt: new Date('2100-01-01') })
    .where('paymentId', '=', order.paymentId)
    .execute();
  for (let time = 0; time < 2; time++) {
    await change(order.paymentId, 'charge_back');
    await change(order.paymentId, 'lose_charge_back');
    expect(await stateOf(order.paymentId)).toEqual(['rejected', 'rejected']);
    await change(order.paymentId, 'reverse_charge_back');
    expect(await stateOf(order.paymentId)).toEqual(['requested', 'requested']);
  }
  expect(await bed.status(order.id)).toBe('paid');
  expect(await withdrawOrder(bed.payments, stored)).toEqual({ ok: true });
  expect(await stateOf(order.paymentId)).toHaveLength(2);
  await send(order.paymentId);
  await applySnapshot(bed.context, await bed.read(order.paymentId), 'check');
  expect(await stateOf(order.paymentId)).toEqual(['done', 'done']);
  expect(await bed.status(order.id)).toBe('refunded');
});

test('leaves a refund that the provider had rejected to a person after a reversed charge-back', async () => {
  const order = await paidOrder(bed);
  await bed.faults({ match: `POST /v1/payments/${order.paymentId}/refunds`, status: 400 });
  await refund(order.id);
  await sendRefunds(bed.context);
  await bed.faults();
  await change(order.paymentId, 'charge_back');
  await change(order.paymentId, 'lose_charge_back');
  expect(await toReview(order.externalReference)).toEqual([]);
  await change(order.paymentId, 'reverse_charge_back');
  expect(await toReview(order.externalReference)).toEqual(['refund_refused']);
});

test('keeps a refund closed whose cotas were requested again', async () => {
  const order = await paidOrder(bed);
  await bed.faults({ match: `POST /v1/payments/${order.paymentId}/refunds`, status: 400 });
  await refund(order.id);
  await sendRefunds(bed.context);
  await bed.faults();
  await refund(order.id);
  await change(order.paymentId, 'charge_back');
  await change(order.paymentId, 'lose_charge_back');
  await change(order.paymentId, 'reverse_charge_back');
  await send(order.paymentId);
  expect((await stateOf(order.paymentId)).sort()).toEqual(['done', 'rejected']);
  expect(await bed.status(order.id)).toBe('refunded');
});

test('charges back the rest of a partly refunded payment, also on its second dispute', async () => {
  const before = await ledgerBalances(bed);
  const order = await paidOrder(bed);
  await refund(order.id, 300);
  await send(order.paymentId);
  await change(order.paymentId, 'mediation');
  await change(order.paymentId, 'win_dispute');
  expect(await toReview(order.externalReference)).toEqual([]);
  await change(order.paymentId, 'charge_back');
  expect(await toReview(order.externalReference)).toEqual(['disputed']);
  await change(order.paymentId, 'lose_charge_back');
  const after = await ledgerBalances(bed);
  expect(after.chargeback_loss! - (before.chargeback_loss ?? 0)).toBe(700);
  expect(await toReview(order.externalReference)).toEqual([]);
});
