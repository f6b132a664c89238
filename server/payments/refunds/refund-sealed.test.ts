/** Refunds of cotas that are on a frozen list. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMigrations } from '@mare/database/migrating/migrate.ts';
import { approve } from '../../approvals/approvals.ts';
import { createDrawsTestbed, type DrawsTestbed } from '../../draws/draws.testing.ts';
import { deliverPrize } from '../../draws/prizes/delivery/deliver-prize.ts';
import { readDrawAudit } from '../../draws/proofs/read-draw-audit.ts';
import { readGift } from '../../orders/gifts/read-gift.ts';
import { readMessages } from '../../orders/news/order-messages.testing.ts';
import { line } from '../../orders/orders.testing.ts';
import { listHoldings } from '../../orders/own/list-holdings.ts';
import { readCotaOutcomes } from '../../orders/own/read-cota-outcomes.ts';
import { areWebhooksDone, processWebhooks, sendRefunds, until } from '../payments.testing.ts';
import { refundAsAdmin } from './refund-as-admin.ts';
import { readPaymentHistory } from '../review/read-payment-history.ts';
import { requestSealedRefund } from './refund-sealed.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

/** An order of two cotas of a frozen rifa and one of a rifa on sale; the first cota has won. */
async function addWinningOrder() {
  const [sealed, open] = [await bed.rifa(10, { prizes: 1 }), await bed.rifa(10)];
  const order = await bed.order('pix', { lines: [line(sealed, 2, [1, 2]), line(open, 1)] });
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'approve');
  await until(async () => (await bed.status(order.id)) === 'paid');
  await bed.freeze(sealed);
  const winnerId = await addWinner(sealed, order, 1);
  return { ...order, sealed, open, paymentId, winnerId };
}

/** @returns the winner's id */
async function addWinner(
  rifaId: string,
  order: { id: string; userId: string },
  winnerNumber: number,
): Promise<string> {
  const winnerId = randomUUID();
  await bed.db
    .insertInto('rifaWinners')
    .values({
      id: winnerId,
      rifaId,
      winnerName: 'Maria',
      winnerNumber,
      winnerPosition: 1,
      userId: order.userId,
      orderId: order.id,
    })
    .execute();
  await bed.db
    .insertInto('prizeClaims')
    .values({ winnerId, claimUntil: new Date(bed.clock.now().getTime() + 86_400_000 * 90) })
    .execute();
  return winnerId;
}

const refund = (orderId: string, amountCentavos: number | null, rifaIds?: string[]) =>
  refundAsAdmin(bed.payments, {
    orderId,
    amountCentavos,
    requestId: randomUUID(),
    note: 'combinado',
    userId: bed.admins[0],
    ...(rifaIds && { rifaIds }),
  });
const request = ({ id, sealed }: { id: string; sealed: string }) =>
  requestSealedRefund(bed.platform, {
    orderId: id,
    rifaId: sealed,
    note: 'Erro no pagamento.',
    userId: bed.admins[0],
  });
const amounts = async (paymentId: string) =>
  (await bed.refunds(paymentId)).map(({ amount, reason }) => [reason, amount]);

/** The shop's own loop may be processing some of the webhooks. */
async function settleRefunds() {
  await sendRefunds(bed.payments);
  await until(async () => {
    await processWebhooks(bed.payments);
    return areWebhooksDone(bed);
  });
}

test('rejects a refund of sealed cotas by one admin, by cota or by amount', async () => {
  const order = await addWinningOrder();
  expect(await refund(order.id, null, [order.sealed])).toEqual({ ok: false, code: 'NOTHING_TO_RETURN' });
  expect(await refund(order.id, 201)).toEqual({ ok: false, code: 'SECOND_PERSON_REQUIRED' });
  expect(await amounts(order.paymentId)).toEqual([]);
  expect(await refund(order.id, null)).toMatchObject({ ok: true, centavos: 200 });
  expect(await amounts(order.paymentId)).toEqual([['admin', '2.00']]);
});

// @covers beyond: one admin gives back no money of cotas on a frozen list, in whatever parts
//   [domain/orders/returns/refund-of-return.ts, server/payments/refunds/refund-as-admin.ts]
test('rejects a refund of sealed money by one admin in several steps', async () => {
  const order = await addWinningOrder();
  expect(await refund(order.id, 150)).toMatchObject({ ok: true });
  expect(await refund(order.id, 51)).toEqual({ ok: false, code: 'SECOND_PERSON_REQUIRED' });
  expect(await refund(order.id, null)).toMatchObject({ ok: true, centavos: 50 });
  expect(await refund(order.id, 1)).toEqual({ ok: false, code: 'SECOND_PERSON_REQUIRED' });
  const other = await addWinningOrder();
  expect(await refund(other.id, 200)).toMatchObject({ ok: true });
  expect(await refund(other.id, null, [other.open])).toEqual({ ok: false, code: 'NOTHING_TO_RETURN' });
  const { returnable } = (await readPaymentHistory(bed.db, other.externalReference))!;
  expect(returnable.centavos).toBe(0);
});

test('refunds publicly once after two approvals; the winner keeps the prize', async () => {
  const order = await addWinningOrder();
  const requested = await request(order);
  if (!requested.ok) throw new Error(requested.code);
  expect(await request(order)).toEqual({ ok: false, code: 'ALREADY_REQUESTED' });
  expect(await amounts(order.paymentId)).toEqual([]);
  const { actions } = (await readDrawAudit(bed.db, order.sealed, bed.clock.now()))!;
  expect(actions).toMatchObject([{ kind: 'REFUND_SEALED', state: 'waiting', reason: 'Erro no pagamento.' }]);
  const shownRequest = async () => (await readPaymentHistory(bed.db, order.externalReference))!.sealedRequest;
  expect(await shownRequest()).toMatchObject({
    isApproved: false,
    effectiveAt: requested.effectiveAt.toISOString(),
  });

  await approve(bed.platform, { id: requested.id, userId: bed.admins[1] });
  await bed.executeApprovals();
  await bed.executeApprovals();
  expect(await amounts(order.paymentId)).toEqual([['sealed', '4.00']]);
  expect(await shownRequest()).toBeNull();
  await settleRefunds();
  expect(await bed.status(order.id)).toBe('paid');
  const held = bed.db.selectFrom('orderItems').select('selectedNumbers').where('rifaId', '=', order.sealed);
  expect(await held.execute()).toEqual([{ selectedNumbers: [1, 2] }]);
  expect(await request(order)).toEqual({ ok: false, code: 'NOTHING_TO_RETURN' });

  expect(await refund(order.id, null)).toMatchObject({ ok: true, centavos: 200 });
  await settleRefunds();
  expect(await bed.status(order.id)).toBe('refunded');
  const delivery = { userId: bed.admins[0], note: 'Entregue em mãos', proof: null };
  expect(await deliverPrize(bed.platform, { ...delivery, winnerId: order.winnerId })).toEqual({ ok: true });
});

test('holds the prize of another rifa of the order, as its refund was not approved', async () => {
  const order = await addWinningOrder();
  const requested = await request(order);
  if (!requested.ok) throw new Error(requested.code);
  await approve(bed.platform, { id: requested.id, userId: bed.admins[1] });
  await bed.executeApprovals();
  await settleRefunds();
  await bed.freeze(order.open);
  const winnerId = await addWinner(order.open, order, 1);
  await bed.transition(order.paymentId, 'refund');
  await until(async () => (await bed.status(order.id)) === 'refunded');
  const delivery = { userId: bed.admins[0], note: 'Entregue em mãos', proof: null };
  expect(await deliverPrize(bed.platform, { ...delivery, winnerId })).toEqual({
    ok: false,
    code: 'ORDER_NOT_PAID',
  });
  expect(await deliverPrize(bed.platform, { ...delivery, winnerId: order.winnerId })).toEqual({ ok: true });
});

test('counts a refund without a return of cotas for the order and its buyer', async () => {
  const order = await addWinningOrder();
  const stored = async () => {
    const row = await bed.db
      .selectFrom('orders')
      .innerJoin('profiles', 'profiles.id', 'orders.userId')
      .select(['orders.returnedAmount', 'profiles.totalSpent', 'profiles.totalOrders'])
      .where('orders.id', '=', order.id)
      .executeTakeFirstOrThrow();
    return [row.returnedAmount, row.totalSpent, row.totalOrders];
  };
  expect(await refund(order.id, 150)).toMatchObject({ ok: true });
  await settleRefunds();
  expect(await stored()).toEqual(['1.50', '4.50', 1]);
  // Row as stored before this amount was recorded.
  await bed.db.updateTable('orders').set({ returnedAmount: '0' }).where('id', '=', order.id).execute();
  await bed.db.updateTable('profiles').set({ totalSpent: '6.00' }).where('id', '=', order.userId).execute();
  await bed.pool.query(readMigrations().find(({ name }) => name.startsWith('1041'))!.sql);
  expect(await stored()).toEqual(['1.50', '4.50', 1]);
  const requested = await request(order);
  if (!requested.ok) throw new Error(requested.code);
  await approve(bed.platform, { id: requested.id, userId: bed.admins[1] });
  await bed.executeApprovals();
  await settleRefunds();
  expect(await stored()).toEqual(['5.50', '0.50', 1]);
  expect(await refund(order.id, null)).toMatchObject({ ok: true, centavos: 50 });
  await settleRefunds();
  expect(await bed.status(order.id)).toBe('refunded');
  expect((await stored()).slice(1)).toEqual(['0.00', 0]);
});

test('tells the buyer that refunded cotas stay on the frozen list', async () => {
  const order = await addWinningOrder();
  const stay =
    /As 2 cotas de .+ continuam na lista lacrada do sorteio, que não muda: um prêmio delas é seu\./;
  const requested = await request(order);
  if (!requested.ok) throw new Error(requested.code);
  await approve(bed.platform, { id: requested.id, userId: bed.admins[1] });
  await bed.executeApprovals();
  await settleRefunds();
  for (const message of Object.values(await readMessages(bed, 'partlyRefunded', order.id))) {
    expect(message).toMatch(stay);
    expect(message).not.toContain('não participa');
  }
  const { returned, sealed } = await readCotaOutcomes(bed.db, { id: order.id, status: 'paid' });
  expect(returned).toEqual([]);
  expect(sealed).toMatchObject([{ quantity: 2, centavos: 400 }]);

  expect(await refund(order.id, null)).toMatchObject({ ok: true });
  await settleRefunds();
  expect(await bed.status(order.id)).toBe('refunded');
  for (const message of Object.values(await readMessages(bed, 'refunded', order.id))) {
    expect(message).toMatch(stay);
    expect(message).toContain('Os outros números deste pedido não participam mais do sorteio.');
  }
  const { holdings } = await listHoldings(bed.platform, [order.userId], { page: 1 });
  expect(holdings).toMatchObject([
    { rifaId: order.sealed, numbers: [1, 2], drawn: [{ number: 1, own: true }] },
  ]);
});

test('leaves given cotas that stay on the frozen list to their recipient', async () => {
  const order = await addWinningOrder();
  const recipientId = await bed.buyer();
  const reference = randomUUID();
  const claimedAt = bed.clock.now();
  await bed.db
    .insertInto('cotaGifts')
    .values({
      id: randomUUID(),
      reference,
      orderId: order.id,
      rifaId: order.sealed,
      number: 1,
      giverId: order.userId,
      recipientName: 'Vó Nina',
      recipientId,
      createdAt: claimedAt,
      claimedAt,
    })
    .execute();
  await bed.db
    .updateTable('rifaWinners')
    .set({ userId: recipientId })
    .where('id', '=', order.winnerId)
    .execute();
  const requested = await request(order);
  if (!requested.ok) throw new Error(requested.code);
  await approve(bed.platform, { id: requested.id, userId: bed.admins[1] });
  await bed.executeApprovals();
  await settleRefunds();
  expect(await refund(order.id, null)).toMatchObject({ ok: true });
  await settleRefunds();
  expect(await bed.status(order.id)).toBe('refunded');

  for (const message of Object.values(await readMessages(bed, 'refunded', order.id)))
    expect(message).toContain('um prêmio delas é seu, ou de quem recebeu de presente a cota que ganhar.');
  const { sealed, won } = await readCotaOutcomes(bed.db, { id: order.id, status: 'refunded' });
  expect([sealed, won]).toMatchObject([[{ quantity: 2, given: 1 }], [{ number: 1, isBuyers: false }]]);
  const numbersOf = async (userId: string) =>
    (await listHoldings(bed.platform, [userId], { page: 1 })).holdings.map(
      ({ numbers, received, drawn }) => ({
        numbers,
        received: received.length,
        drawn: drawn.map(({ own }) => own),
      }),
    );
  expect(await numbersOf(order.userId)).toEqual([{ numbers: [2], received: 0, drawn: [false] }]);
  expect(await numbersOf(recipientId)).toEqual([{ numbers: [1], received: 1, drawn: [true] }]);
  expect(await readGift(bed.db, reference, recipientId)).toMatchObject({ state: 'claimed', numbers: [1] });
  const warnings = await bed.db
    .selectFrom('notifications')
    .select('title')
    .where('userId', '=', recipientId)
    .where('title', '=', 'Um presente deixou de valer')
    .execute();
  expect(warnings).toEqual([]);
});
