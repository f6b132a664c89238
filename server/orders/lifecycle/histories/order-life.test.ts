import type { Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DB } from '@mare/database/schema.ts';
import { expireOrders } from '../expire-orders.ts';
import { findOrderByReference, findOrderOfUser } from '../../reading/find-order.ts';
import { listOrdersOf } from '../../own/list-orders.ts';
import {
  addBuyer,
  addRifa,
  checkNumberCounts,
  createOrderTestbed,
  line,
  request,
} from '../../orders.testing.ts';
import { refreshSoldNumbers } from '../../numbers/refresh-sold-numbers.ts';
import { releaseOrder } from '../release-order.ts';
import { createOrderBatchWriter, type OrderBatchWriter } from '../../reservation/order-batch-writer.ts';
import { settleOrder } from '../settle-order.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let writer: OrderBatchWriter;
let buyer: string;
let rifa: string;
beforeAll(async () => {
  bed = await createOrderTestbed({ maxConnections: 20 });
  writer = createOrderBatchWriter(bed.platform);
});
beforeEach(async () => {
  buyer = await addBuyer(bed.db);
  rifa = await addRifa(bed.db, 2000);
});
afterAll(async () => {
  await writer.close();
  await bed.drop();
});

const inTransaction = <T>(work: (trx: Transaction<DB>) => Promise<T>) => bed.db.transaction().execute(work);
const settle = (orderId: string, at = new Date()) => inTransaction((trx) => settleOrder(trx, orderId, at));
const release = (orderId: string, to: Parameters<typeof releaseOrder>[2]) =>
  inTransaction((trx) => releaseOrder(trx, orderId, to));

async function reserve(...args: Parameters<typeof request>) {
  const result = await writer.reserve(request(...args));
  if (!result.ok) throw new Error(result.code);
  return { id: result.order.id, numbers: result.lines.flatMap((one) => one.numbers), ...result };
}

const profileOf = (id: string) =>
  bed.db
    .selectFrom('profiles')
    .select(['totalOrders', 'totalSpent', 'lastActivityAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('paying', () => {
  test('moves the cotas from reserved to sold, once', async () => {
    const order = await reserve(buyer, [line(rifa, 6), line(rifa, 4)]);
    const paidAt = new Date('2026-03-01T12:00:00Z');
    await refreshSoldNumbers(bed.db);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => settle(order.id, paidAt)));
    expect(outcomes.toSorted()).toEqual(['already', 'already', 'already', 'already', 'settled']);
    expect(await checkNumberCounts(bed.db, rifa)).toEqual({ total: 2000, free: 1990, reserved: 0, sold: 10 });
    expect(await profileOf(buyer)).toEqual({ totalOrders: 1, totalSpent: '20.00', lastActivityAt: paidAt });
    expect(await refreshSoldNumbers(bed.db)).toBe(1);
    expect(await refreshSoldNumbers(bed.db)).toBe(0);
    const shown = await findOrderByReference(bed.db, order.order.externalReference);
    expect(shown).toMatchObject({ status: 'paid', paidAt, totalCentavos: 2000 });
  });

  test('late assigns the same numbers again if they are free', async () => {
    const order = await reserve(buyer, [line(rifa, 5)]);
    await release(order.id, 'cancelled');
    expect(await checkNumberCounts(bed.db, rifa)).toMatchObject({ free: 2000 });
    expect(await settle(order.id)).toBe('settled_late');
    expect(await checkNumberCounts(bed.db, rifa)).toMatchObject({ free: 1995, sold: 5 });
    expect(await settle(order.id)).toBe('already');
  });

  test('late changes nothing if one of the numbers is taken', async () => {
    const order = await reserve(buyer, [line(rifa, 5)]);
    await release(order.id, 'failed');
    await reserve(buyer, [line(rifa, 1, [order.numbers[2]!])]);
    expect(await settle(order.id)).toBe('numbers_taken');
    expect(await checkNumberCounts(bed.db, rifa)).toMatchObject({ reserved: 1, sold: 0 });
  });

  test('late changes nothing after the sales end; a held order can still be paid', async () => {
    const late = await reserve(buyer, [line(rifa, 5)]);
    const held = await reserve(buyer, [line(rifa, 3)]);
    await release(late.id, 'cancelled');
    await bed.db.updateTable('rifas').set({ status: 'closed' }).where('id', '=', rifa).execute();
    expect(await settle(late.id)).toBe('numbers_taken');
    expect(await settle(held.id)).toBe('settled');
    expect(await checkNumberCounts(bed.db, rifa)).toMatchObject({ reserved: 0, sold: 3 });
  });
});

describe('ending', () => {
  test.each(['refunded', 'charged_back'] as const)(
    '%s frees the numbers and reverts the totals',
    async (to) => {
      const order = await reserve(buyer, [line(rifa, 7)]);
      expect(await release(order.id, to)).toBe('not_allowed');
      await settle(order.id);
      expect(await release(order.id, 'cancelled')).toBe('not_allowed');
      expect(await release(order.id, to)).toBe('released');
      expect(await release(order.id, to)).toBe('already');
      expect(await checkNumberCounts(bed.db, rifa)).toMatchObject({ free: 2000, reserved: 0, sold: 0 });
      expect(await profileOf(buyer)).toMatchObject({ totalOrders: 0, totalSpent: '0.00' });
      expect(await settle(order.id)).toBe('already');
    },
  );

  test('frees numbers that can be sold again', async () => {
    const small = await addRifa(bed.db, 10);
    const order = await reserve(buyer, [line(small, 10)]);
    await release(order.id, 'cancelled');
    expect((await reserve(buyer, [line(small, 10)])).numbers).toEqual(order.numbers);
  });

  test('records every change in the history', async () => {
    const order = await reserve(buyer, [line(rifa, 1)]);
    await release(order.id, 'cancelled');
    await settle(order.id);
    await release(order.id, 'refunded');
    const events = await bed.db
      .selectFrom('orderEvents')
      .select(['kind', 'fromStatus', 'toStatus'])
      .where('orderId', '=', order.id)
      .orderBy('id')
      .execute();
    expect(events.map(({ kind, fromStatus, toStatus }) => [kind, fromStatus, toStatus])).toEqual([
      ['order.created', null, 'pending'],
      ['order.cancelled', 'pending', 'cancelled'],
      ['order.paid', 'cancelled', 'paid'],
      ['order.refunded', 'paid', 'refunded'],
    ]);
  });
});

describe('an expired hold', () => {
  const ended = { holdExpiresAt: new Date(0) };
  const attempt = () => ({
    id: crypto.randomUUID(),
    provider: 'sandbox',
    kind: 'pix' as const,
    idempotencyKey: crypto.randomUUID(),
  });

  test('releases an order without live payments at once, and marks others as closing', async () => {
    const dead = await reserve(buyer, [line(rifa, 5)], ended);
    const payable = await reserve(buyer, [line(rifa, 3)], { ...ended, attempt: attempt() });
    const rejected = await reserve(buyer, [line(rifa, 2)], { ...ended, attempt: attempt() });
    await bed.db
      .updateTable('paymentAttempts')
      .set({ state: 'refused' })
      .where('orderId', '=', rejected.id)
      .execute();
    const running = await reserve(buyer, [line(rifa, 1)]);
    expect(await expireOrders(bed.platform)).toEqual({ released: 2, closing: [payable.id] });
    expect(await expireOrders(bed.platform)).toEqual({ released: 0, closing: [] });
    const orders = await listOrdersOf(bed.platform, [buyer]);
    const states = new Map(orders.map((order) => [order.id, [order.status, order.closingAt !== null]]));
    expect([dead, payable, rejected, running].map((order) => states.get(order.id))).toEqual([
      ['cancelled', false],
      ['pending', true],
      ['cancelled', false],
      ['pending', false],
    ]);
    expect(await checkNumberCounts(bed.db, rifa)).toMatchObject({ reserved: 4 });
  });

  test('releases hundreds of orders in bulk', async () => {
    await Promise.all(Array.from({ length: 450 }, () => reserve(buyer, [line(rifa, 4)], ended)));
    expect(await expireOrders(bed.platform)).toEqual({ released: 450, closing: [] });
    expect(await checkNumberCounts(bed.db, rifa)).toEqual({ total: 2000, free: 2000, reserved: 0, sold: 0 });
  });
});

test('applies one of concurrent payment, expiry and cancellation per order', async () => {
  const small = await addRifa(bed.db, 300);
  for (let round = 0; round < 10; round++) {
    const orders = await Promise.all(
      Array.from({ length: 10 }, () => reserve(buyer, [line(small, 5)], { holdExpiresAt: new Date(0) })),
    );
    await Promise.all([
      expireOrders(bed.platform),
      ...orders.flatMap((order) => [settle(order.id), release(order.id, 'failed')]),
      ...orders.map((order) => writer.reserve(request(buyer, [line(small, 2, order.numbers)]))),
    ]);
    await checkNumberCounts(bed.db, small);
    const live = await bed.db
      .selectFrom('orders')
      .select('id')
      .where('rifaId', '=', small)
      .where('status', 'in', ['pending', 'paid'])
      .execute();
    for (const { id } of live) {
      await release(id, 'cancelled');
      await release(id, 'refunded');
    }
    expect(await checkNumberCounts(bed.db, small)).toEqual({ total: 300, free: 300, reserved: 0, sold: 0 });
  }
});

test('refreshes the sold count while buyers hold row locks on the rifa', async () => {
  const order = await reserve(buyer, [line(rifa, 8)]);
  await settle(order.id);
  await inTransaction(async (trx) => {
    await trx.selectFrom('rifas').select('id').where('id', '=', rifa).forKeyShare().execute();
    await refreshSoldNumbers(bed.db);
  });
  const { soldNumbers } = await bed.db
    .selectFrom('rifas')
    .select('soldNumbers')
    .where('id', '=', rifa)
    .executeTakeFirstOrThrow();
  expect(soldNumbers).toBe(8);
});

describe('reading orders', () => {
  test('finds an order by reference, and by id for its owner only', async () => {
    const order = await reserve(buyer, [line(rifa, 2, [7, 9])]);
    const found = await findOrderByReference(bed.db, order.order.externalReference);
    expect(found?.lines).toMatchObject([
      {
        rifaId: rifa,
        title: 'Moto',
        quantity: 2,
        unitPriceCentavos: 200,
        totalCentavos: 400,
        numbers: [7, 9],
      },
    ]);
    expect(await findOrderOfUser(bed.db, order.id, buyer)).toEqual(found);
    expect(await findOrderOfUser(bed.db, order.id, crypto.randomUUID())).toBeNull();
    expect(await findOrderByReference(bed.db, 'unknown-reference')).toBeNull();
  });

  test('pages the orders of a user, newest first', async () => {
    const orders = [];
    for (let count = 0; count < 3; count++) orders.unshift((await reserve(buyer, [line(rifa, 1)])).id);
    const first = await listOrdersOf(bed.platform, [buyer], { limit: 2 });
    const rest = await listOrdersOf(bed.platform, [buyer], { limit: 2, before: first.at(-1)!.createdAt });
    expect([...first, ...rest].map((order) => order.id)).toEqual(orders);
  });
});
