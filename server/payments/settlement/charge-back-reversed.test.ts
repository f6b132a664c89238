/** Payments whose charge-back the bank reversed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectOrderLedger } from '../../admin/orders/order-parts.queries.ts';
import { readLedger } from '../../ledger/read-ledger.ts';
import { orderEvents } from '../../orders/lifecycle/order-events.ts';
import { messageJobs, readMessages } from '../../orders/news/order-messages.testing.ts';
import { checkNumberCounts, line } from '../../orders/orders.testing.ts';
import { untilBlocked } from '../../platform/database/until-blocked.testing.ts';
import { comparePayments } from '../monitoring/prove-ledger.queries.ts';
import { createPaymentsTestbed, paidOrder, type PaymentsTestbed, sendRefunds } from '../payments.testing.ts';
import { applySnapshot } from './apply-snapshot.ts';

const EMPTY_LIST = {
  bytes: 0,
  excludedNumbers: 0,
  listHash: '0'.repeat(64),
  merkleRoot: '0'.repeat(64),
  soldNumbers: 0,
  totalNumbers: 1000,
};

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.webhooks(false);
});
afterAll(() => bed.close());

type Order = Awaited<ReturnType<typeof paidOrder>>;

async function addPaidOrder(options?: Parameters<typeof paidOrder>[1]): Promise<Order> {
  await bed.webhooks(true);
  const order = await paidOrder(bed, options);
  await bed.webhooks(false);
  return order;
}

/** Changes the payment at the provider and applies the new snapshot. @returns the snapshot */
async function changePayment({ paymentId }: Order, to: string) {
  bed.clock.advance(60);
  await bed.transition(paymentId, to);
  const snapshot = await bed.read(paymentId);
  await applySnapshot(bed.context, snapshot, 'check');
  return snapshot;
}

const loseDispute = async (order: Order) => {
  await changePayment(order, 'charge_back');
  return changePayment(order, 'lose_charge_back');
};

async function expectConsistentLedger() {
  expect(await readLedger(bed.db)).toMatchObject({ unbalanced: [], strayCentavos: 0, differenceCentavos: 0 });
  expect((await bed.db.transaction().execute(comparePayments)).mismatches).toEqual([]);
}

const account = async (name: string) => {
  const { rows } = await bed.pool.query<{ centavos: string }>(
    'select coalesce(sum(amount * 100), 0)::bigint as centavos from ledger_entries where account = $1',
    [name],
  );
  return Number(rows[0]!.centavos);
};
const eventsOf = async ({ id }: Order) => {
  const rows = await bed.db
    .selectFrom('orderEvents')
    .select('kind')
    .where('orderId', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
};
const readTotals = async ({ userId }: Order) =>
  bed.db
    .selectFrom('profiles')
    .select(['totalOrders', 'totalSpent', 'totalPoints as points'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

// @covers beyond: a charge-back that the bank takes back restores the order as a won dispute does, or refunds it
//   [server/payments/settlement/reverse-charge-back.ts, server/orders/lifecycle/restore-order.ts]
test('restores order, cotas and ledger, for any number of reads', async () => {
  const loss = await account('chargeback_loss');
  const order = await addPaidOrder();
  const [before, paidAt] = [await readTotals(order), (await bed.read(order.paymentId)).approvedAt];
  expect(before).toMatchObject({ totalOrders: 1, points: 10 });
  const chargedBack = await loseDispute(order);
  expect(await readTotals(order)).toMatchObject({ totalOrders: 0, points: 0 });
  expect(await bed.status(order.id)).toBe('charged_back');
  expect(await account('chargeback_loss')).toBe(loss + 1000);

  const approved = await changePayment(order, 'reverse_charge_back');
  await Promise.all([1, 2, 3].map(() => applySnapshot(bed.context, approved, 'webhook')));
  expect(await bed.status(order.id)).toBe('paid');
  expect(await checkNumberCounts(bed.db, order.rifaId)).toMatchObject({ sold: 5 });
  expect(await readTotals(order)).toEqual(before);
  const stored = await bed.db
    .selectFrom('orders')
    .select('paidAt')
    .where('id', '=', order.id)
    .executeTakeFirst();
  expect(stored!.paidAt!.getTime()).toBe(paidAt!.getTime());
  expect(await account('chargeback_loss')).toBe(loss);
  expect(await bed.jobs(orderEvents.disputeWon.name, order.id)).toBe(1);
  expect((await eventsOf(order)).filter((kind) => kind === 'charge_back_reversed')).toHaveLength(1);
  const shown = await selectOrderLedger(bed.db, order.id, [await bed.read(order.paymentId)]);
  const ofLoss = shown.filter(({ account: name }) => name === 'chargeback_loss');
  expect(ofLoss.map(({ kind, centavos }) => ({ kind, centavos }))).toEqual([
    { kind: 'cb', centavos: 1000 },
    { kind: 'cb_won', centavos: -1000 },
  ]);
  await expectConsistentLedger();

  // An older snapshot that arrives late changes nothing, in either order.
  expect(await applySnapshot(bed.context, chargedBack, 'webhook')).toBe('stale');
  expect(await bed.status(order.id)).toBe('paid');
});

// @covers beyond: each lost dispute of an order is told to its buyer, also after one that the bank took back
//   [server/payments/settlement/update-settled-order.ts]
test('notifies the buyer of each charge-back and of each reversal', async () => {
  await bed.platform.jobs.prepare(messageJobs);
  const order = await addPaidOrder();
  for (let time = 0; time < 2; time++) {
    await loseDispute(order);
    const { mail } = await readMessages(bed, 'chargedBack', order.id);
    expect(mail).toContain('O banco devolveu o valor deste pedido a quem pagou.');
    await changePayment(order, 'reverse_charge_back');
    expect((await readMessages(bed, 'disputeWon', order.id)).mail).toContain('e ele vale');
  }
  const { rows } = await bed.pool.query<{ title: string }>(
    `select title from notifications where user_id = $1 and title ~ 'contesta' order by created_at`,
    [order.userId],
  );
  const [chargedBack, won] = ['O pagamento foi contestado', 'A contestação terminou'];
  expect(rows.map(({ title }) => title)).toEqual([chargedBack, won, chargedBack, won]);
});

test('ignores an approval older than the charge-back', async () => {
  const order = await addPaidOrder();
  const approved = await bed.read(order.paymentId);
  const chargedBack = await loseDispute(order);
  expect(await applySnapshot(bed.context, approved, 'webhook')).toBe('stale');
  // An approval of the same instant is ignored too.
  const sameMoment = { ...approved, updatedAt: chargedBack.updatedAt };
  expect(await applySnapshot(bed.context, sameMoment, 'webhook')).toBe('stale');
  expect(await bed.status(order.id)).toBe('charged_back');
  await expectConsistentLedger();
});

test('handles repeated charge-backs and reversals, also with a dispute in between', async () => {
  const loss = await account('chargeback_loss');
  const order = await addPaidOrder();
  for (let time = 0; time < 2; time++) {
    await loseDispute(order);
    await changePayment(order, 'reverse_charge_back');
    expect(await bed.status(order.id)).toBe('paid');
    await expectConsistentLedger();
  }
  const chargedBack = await loseDispute(order);
  expect(await account('chargeback_loss')).toBe(loss + 1000);
  // A newer snapshot of the same charge-back is not posted again.
  const later = new Date(chargedBack.updatedAt.getTime() + 1000);
  expect(await applySnapshot(bed.context, { ...chargedBack, updatedAt: later }, 'check')).toBe('settles');
  expect(await account('chargeback_loss')).toBe(loss + 1000);
  await changePayment(order, 'charge_back');
  expect(await bed.status(order.id)).toBe('charged_back');
  await changePayment(order, 'win_dispute');
  expect(await bed.status(order.id)).toBe('paid');
  expect(await account('chargeback_loss')).toBe(loss);
  await expectConsistentLedger();
});

/** Reasons that mail and notification of a returned payment give. */
async function returnReasons(orderId: string): Promise<string[]> {
  const { rows } = await bed.pool.query<{ reason: string }>(
    `select data ->> 'reason' as reason from pgboss.job where name = $1 and data ->> 'orderId' = $2`,
    [orderEvents.paymentReturned.name, orderId],
  );
  return rows.map(({ reason }) => reason);
}

test('refunds the payment if a number was sold again, and sells no number twice', async () => {
  const order = await addPaidOrder();
  await loseDispute(order);
  const second = await addPaidOrder({ lines: [line(order.rifaId, 5, order.numbers)] });
  const approved = await changePayment(order, 'reverse_charge_back');
  await applySnapshot(bed.context, approved, 'check');
  expect(await bed.status(order.id)).toBe('charged_back');
  expect(await bed.status(second.id)).toBe('paid');
  expect(await bed.refunds(order.paymentId)).toMatchObject([
    { reason: 'late', state: 'requested', amount: '10.00' },
  ]);
  expect(await returnReasons(order.id)).toEqual(['reversed']);
  await expectConsistentLedger();
  await sendRefunds(bed.context);
  await applySnapshot(bed.context, await bed.read(order.paymentId), 'check');
  expect(await account(`sales:${order.rifaId}`)).toBe(-1000);
  await expectConsistentLedger();
});

test('refunds the money when the buyer has deleted the account', async () => {
  const order = await addPaidOrder();
  await loseDispute(order);
  const erased = { deletedAt: bed.clock.now(), name: null, email: null };
  await bed.db.updateTable('profiles').set(erased).where('id', '=', order.userId).execute();
  await changePayment(order, 'reverse_charge_back');
  expect(await bed.status(order.id)).toBe('charged_back');
  expect(await bed.refunds(order.paymentId)).toMatchObject([{ reason: 'late', amount: '10.00' }]);
  await expectConsistentLedger();
});

test('refunds the money when the buyer deletes the account during the reversal', async () => {
  const order = await addPaidOrder();
  await loseDispute(order);
  let reversed: Promise<unknown> | undefined;
  await bed.db.transaction().execute(async (deletion) => {
    const erased = { deletedAt: bed.clock.now(), name: null, email: null };
    await deletion.updateTable('profiles').set(erased).where('id', '=', order.userId).execute();
    reversed = changePayment(order, 'reverse_charge_back');
    await untilBlocked(bed.pool);
  });
  await reversed;
  expect(await bed.status(order.id)).toBe('charged_back');
  expect(await bed.refunds(order.paymentId)).toMatchObject([{ reason: 'late', amount: '10.00' }]);
  await expectConsistentLedger();
});

test('treats another payment of a charged-back order as a duplicate that does not restore it', async () => {
  const order = await addPaidOrder();
  await loseDispute(order);
  const otherPayment = {
    ...(await bed.read(order.paymentId)),
    paymentId: `${order.paymentId}9`,
    state: 'approved',
    endToEndId: null,
  } as const;
  expect(await applySnapshot(bed.context, { ...otherPayment, rawStatus: 'approved' }, 'check')).toBe(
    'duplicate',
  );
  expect(await bed.status(order.id)).toBe('charged_back');
  await expectConsistentLedger();
});

test('refunds cotas that are missing from a frozen list', async () => {
  const order = await addPaidOrder();
  await loseDispute(order);
  await bed.db
    .insertInto('drawLists')
    .values({ rifaId: order.rifaId, frozenAt: new Date('2000-01-01'), ...EMPTY_LIST })
    .execute();
  await changePayment(order, 'reverse_charge_back');
  expect(await bed.status(order.id)).toBe('charged_back');
  expect(await bed.refunds(order.paymentId)).toMatchObject([{ reason: 'late', state: 'requested' }]);
  await expectConsistentLedger();
});

// The clocks of the process and the database may differ.
test('restores an order whose cotas were drawn before the charge-back', async () => {
  const order = await addPaidOrder();
  await bed.db
    .insertInto('drawLists')
    .values({ rifaId: order.rifaId, frozenAt: new Date('2100-01-01'), ...EMPTY_LIST })
    .execute();
  await bed.db.updateTable('rifas').set({ status: 'completed' }).where('id', '=', order.rifaId).execute();
  await loseDispute(order);
  await changePayment(order, 'reverse_charge_back');
  expect(await bed.status(order.id)).toBe('paid');
  expect(await bed.refunds(order.paymentId)).toEqual([]);
  expect(await checkNumberCounts(bed.db, order.rifaId)).toMatchObject({ sold: 5 });
  await expectConsistentLedger();
});
