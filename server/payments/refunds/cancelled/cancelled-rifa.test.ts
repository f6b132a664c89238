import { afterAll, beforeAll, expect, test } from 'vitest';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { checkNumberCounts, line } from '../../../orders/orders.testing.ts';
import { applySnapshot } from '../../settlement/apply-snapshot.ts';
import { closeOrder } from '../../attempts/ending/close-order.ts';
import {
  createPaymentsTestbed,
  ledgerBalances,
  type PaymentsTestbed,
  sendRefunds,
} from '../../payments.testing.ts';
import { transition } from '../../sandbox/transitions.ts';
import { readCancelledRefunds } from './read-cancelled-refunds.ts';
import { refundRifa } from './refund-rifa.ts';

const PAGE_SIZE = 12;
/** More than two pages of a run. */
const PAID_ORDERS = 30;
const CONCURRENCY = 20;

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed({ maxConnections: 30 });
});
afterAll(() => bed.close());

async function addPaidPix(rifaId: string): Promise<void> {
  const order = await bed.order('pix', { rifaId });
  const paymentId = await bed.paymentId(order.externalReference);
  await transition(bed.payments.sandbox!.context, paymentId, 'approve');
  await applySnapshot(bed.context, await bed.read(paymentId), 'check');
}

const cancel = (rifaId: string) =>
  bed.db.updateTable('rifas').set({ status: 'cancelled' }).where('id', '=', rifaId).execute();

async function refundsOf(rifaId: string) {
  const { rows } = await bed.pool.query<{ refunds: number; payments: number; kept: string | null }>(
    `select count(refund.id)::int as refunds, count(distinct refund.payment_id)::int as payments,
            (select sum(payment.amount - payment.refunded)
               from sandbox.payments payment
               join orders on orders.external_reference = payment.external_reference
               join order_items item on item.order_id = orders.id and item.rifa_id = $1
              where payment.approved_at is not null) as kept
       from sandbox.refunds refund
       join provider_payments payment on payment.payment_id = refund.payment_id::text
       join order_items item on item.order_id = payment.order_id and item.rifa_id = $1`,
    [rifaId],
  );
  return rows[0]!;
}

const statusesOf = async (rifaId: string) => {
  const rows = await bed.db
    .selectFrom('orders')
    .innerJoin('orderItems', 'orderItems.orderId', 'orders.id')
    .select((eb) => ['orders.status', eb.fn.countAll<number>().as('count')])
    .where('orderItems.rifaId', '=', rifaId)
    .groupBy('orders.status')
    .execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

test(
  'refunds every paid order once across interrupted and concurrent runs',
  { timeout: 600_000 },
  async () => {
    await bed.webhooks(false);
    const rifaId = await bed.rifa(1_000);
    let next = 0;
    const buy = async () => {
      while (next++ < PAID_ORDERS) await addPaidPix(rifaId);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, buy));
    await bed.order('pix', { rifaId });
    expect(await statusesOf(rifaId)).toEqual({ paid: PAID_ORDERS, pending: 1 });

    await cancel(rifaId);
    const dying = { ...bed.context, db: createInterruptedDatabase(PAID_ORDERS / 2) };
    await expect(refundRifa(dying, rifaId, PAGE_SIZE)).rejects.toThrow('the process crashed');
    await sendRefunds(bed.context);
    // Two processes rerun it concurrently.
    await Promise.all([1, 2].map(() => refundRifa(bed.context, rifaId, PAGE_SIZE)));
    await Promise.all([bed.payments.runDueWork(), bed.payments.runDueWork()]);
    await refundRifa(bed.context, rifaId);
    await bed.payments.runDueWork();

    expect(await statusesOf(rifaId)).toEqual({ refunded: PAID_ORDERS, cancelled: 1 });
    expect(await refundsOf(rifaId)).toEqual({ refunds: PAID_ORDERS, payments: PAID_ORDERS, kept: '0.00' });
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ free: 1_000, sold: 0, reserved: 0 });
    const { fees = 0, ...balances } = await ledgerBalances(bed);
    expect(balances).toMatchObject({ customer_funds: 0, sales: 0, mp_receivable: -fees });
  },
);

test('refunds a payment under review at cancellation once its money arrives', async () => {
  const rifaId = await bed.rifa(100);
  const order = await bed.order('pix', { rifaId });
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'in_process');
  await cancel(rifaId);
  await refundRifa(bed.context, rifaId);
  expect(await statusesOf(rifaId)).toEqual({ pending: 1 });

  await bed.transition(paymentId, 'approve');
  await applySnapshot(bed.context, await bed.read(paymentId), 'check');
  await bed.payments.runDueWork();
  expect(await statusesOf(rifaId)).toEqual({ refunded: 1 });
});

test('refunds money that arrives during the cancellation in the same run', async () => {
  const rifaId = await bed.rifa(1_000);
  const orders = await Promise.all(Array.from({ length: 12 }, () => bed.order('pix', { rifaId })));
  await cancel(rifaId);
  await Promise.all([
    refundRifa(bed.context, rifaId),
    ...orders.map(async ({ externalReference }) => {
      const paymentId = await bed.paymentId(externalReference);
      await bed.transition(paymentId, 'approve');
      await applySnapshot(bed.context, await bed.read(paymentId), 'check');
    }),
  ]);
  await bed.payments.runDueWork();
  const { refunded = 0, cancelled = 0 } = await statusesOf(rifaId);
  expect(refunded + cancelled).toBe(orders.length);
  expect(await refundsOf(rifaId)).toMatchObject({ refunds: refunded, payments: refunded });
  expect((await ledgerBalances(bed)).customer_funds).toBe(0);
});

test('reports the stage of the refund of each paid order of a cancelled rifa', async () => {
  await bed.webhooks(false);
  const rifaId = await bed.rifa(100);
  for (let order = 0; order < 3; order++) await addPaidPix(rifaId);
  const paid = await bed.db
    .selectFrom('orderItems')
    .select('totalAmount')
    .where('rifaId', '=', rifaId)
    .executeTakeFirstOrThrow();
  const stages = async () => {
    const read = await readCancelledRefunds(bed.db, rifaId, bed.clock.now());
    const nonEmpty = Object.entries(read).filter(([, { orders }]) => orders > 0);
    for (const [, { orders, centavos }] of nonEmpty)
      expect(centavos).toBe(orders * centavosFromNumeric(paid.totalAmount));
    return Object.fromEntries(nonEmpty.map(([stage, { orders }]) => [stage, orders]));
  };
  await cancel(rifaId);
  expect(await stages()).toEqual({ unasked: 3 });
  await refundRifa(bed.context, rifaId);
  expect(await stages()).toEqual({ underWay: 3 });

  const [rejected, poor] = await bed.db
    .selectFrom('refunds')
    .innerJoin('returnedCotas', 'returnedCotas.refundId', 'refunds.id')
    .select('refunds.id')
    .where('returnedCotas.rifaId', '=', rifaId)
    .execute();
  const change = (id: string, to: { state?: string; reviewedAt?: Date; nextAttemptAt?: Date }) =>
    bed.db.updateTable('refunds').set(to).where('id', '=', id).execute();
  await change(rejected!.id, { state: 'rejected' });
  await change(poor!.id, { state: 'waiting_funds', nextAttemptAt: new Date('2100-01-01') });
  expect(await stages()).toEqual({ waiting: 2, underWay: 1 });
  await change(rejected!.id, { reviewedAt: bed.clock.now() });
  await sendRefunds(bed.context);
  await bed.payments.runDueWork();
  expect(await stages()).toEqual({ elsewhere: 1, waiting: 1, done: 1 });
  expect(await statusesOf(rifaId)).toEqual({ paid: 2, refunded: 1 });
});

test('reports the refund of a payment that arrived after the end of its order', async () => {
  await bed.webhooks(false);
  const rifaId = await bed.rifa(100);
  const otherRifaId = await bed.rifa(100);
  const orders = [
    await bed.order('pix', { rifaId }),
    await bed.order('pix', { lines: [line(rifaId, 2), line(otherRifaId, 3)] }),
  ];
  for (const { id } of orders) expect(await closeOrder(bed.context, id)).toBe('released');
  await cancel(rifaId);
  await refundRifa(bed.context, rifaId);
  const read = () => readCancelledRefunds(bed.db, rifaId, bed.clock.now());
  const noRefunds = { orders: 0, centavos: 0 };
  expect(await read()).toMatchObject({ done: noRefunds, underWay: noRefunds, unasked: noRefunds });

  for (const { externalReference } of orders) {
    const paymentId = await bed.paymentId(externalReference);
    await bed.control('POST', `/payments/${paymentId}/approve_after_expiry`);
    await applySnapshot(bed.context, await bed.read(paymentId), 'check');
  }
  const { total } = await bed.db
    .selectFrom('orderItems')
    .select((eb) => eb.fn.sum<string>('totalAmount').as('total'))
    .where('rifaId', '=', rifaId)
    .executeTakeFirstOrThrow();
  const late = { orders: 2, centavos: centavosFromNumeric(total) };
  expect(await read()).toMatchObject({ done: noRefunds, underWay: late, unasked: noRefunds });
  await sendRefunds(bed.context);
  await bed.payments.runDueWork();
  expect(await read()).toMatchObject({ done: late, underWay: noRefunds, waiting: noRefunds });
});

test('refunds an order that was paid before it could be closed', async () => {
  const rifaId = await bed.rifa(100);
  const order = await bed.order('pix', { rifaId });
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'approve');
  expect(await closeOrder(bed.context, order.id)).toBe('paid');
  await cancel(rifaId);
  await refundRifa(bed.context, rifaId);
  await bed.payments.runDueWork();
  expect(await statusesOf(rifaId)).toEqual({ refunded: 1 });
});

/** A database handle that fails after `transactions` transactions. */
function createInterruptedDatabase(transactions: number): PaymentsTestbed['db'] {
  let left = transactions;
  return new Proxy(bed.db, {
    get(target, name) {
      if (name === 'transaction' && left-- <= 0) throw new Error('the process crashed');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
