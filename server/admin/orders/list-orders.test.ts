/** Fields of an order in the list. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderFilters } from '@mare/contract/admin/orders-admin.ts';
import { addRifa } from '../../orders/orders.testing.ts';
import { deleteClaims } from '../../checkout/coupons/delete-claims.ts';
import { findTicketOrder } from '../../support/support.queries.ts';
import { selectRecentOrders } from '../admin.queries.ts';
import { moneyLists } from '../exports/money-lists.ts';
import { readPerson } from '../people/read-person.ts';
import { listOrders } from './list-orders.ts';
import { ordersWithCoupon, ordersWithRifa } from './order-conditions.ts';
import { readOrder } from './read-order.ts';
import { createOrdersTestbed, type OrdersTestbed } from './orders.testing.ts';

let bed: OrdersTestbed;
beforeAll(async () => {
  bed = await createOrdersTestbed();
});
afterAll(() => bed.drop());

test('hides e-mail and phone from callers without the permission', async () => {
  const { rows } = await listOrders(bed.db, orderFilters.parse({ search: '9177' }), false);
  expect(rows[0]!.buyer).toMatchObject({ name: 'José Roberto de Araújo', email: null, phone: null });
  expect(rows[0]).toMatchObject({ coupon: 'VOLTEI20', method: 'pix', channel: 'site', totalCentavos: 200 });
});

test('shows the returned and the remaining cotas of an order', async () => {
  const userId = await bed.addPerson('Sicrana Quixaba', null, null);
  await bed.addOrder('y', {
    userId,
    rifaId: bed.moto,
    at: '2026-01-16T12:00:00Z',
    numbers: [9001, 9002],
    status: 'paid',
  });
  const { id } = await bed.db
    .updateTable('orders')
    .set({ returnedAmount: '2.00' })
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirstOrThrow();
  await bed.db
    .updateTable('orderItems')
    .set({ quantity: 1, selectedNumbers: [9001] })
    .where('orderId', '=', id)
    .execute();
  const { rows } = await listOrders(bed.db, orderFilters.parse({ search: 'quixaba' }), true);
  const shown = { totalCentavos: 400, returnedCentavos: 200, quantity: 1 };
  expect(rows).toMatchObject([shown]);
  expect((await selectRecentOrders(bed.db, 100)).find((row) => row.id === id)).toMatchObject(shown);
  expect((await readPerson(bed.db, userId, new Date()))?.orders).toMatchObject([shown]);
});

test('shows the remaining rifa after another one of the order was returned', async () => {
  const { db } = bed;
  const [kept, returned] = await Promise.all(
    ['iPhone', 'Maragogi'].map(async (title) => {
      const id = await addRifa(db, 100);
      await db
        .updateTable('rifas')
        .set({ title, createdAt: new Date('2026-01-01') })
        .where('id', '=', id)
        .execute();
      return id;
    }),
  );
  const userId = await bed.addPerson('Ivete Jaraguá', null, null);
  const paid = { userId, at: '2026-01-17T12:00:00Z', numbers: [1, 2, 3], status: 'paid' };
  await bed.addOrder('z', { rifaId: returned!, ...paid });
  const { id } = bed.orders['z']!;
  await db.updateTable('orderItems').set({ rifaId: kept!, lineNo: 2 }).where('orderId', '=', id).execute();
  const returnedAmounts = { refundId: randomUUID(), value: '4.00', amount: '4.00', releasedAt: new Date() };
  await db.transaction().execute(async (trx) => {
    // Skips the payment and its refund.
    await sql`set local session_replication_role = replica`.execute(trx);
    await trx
      .insertInto('returnedCotas')
      .values({ orderId: id, lineNo: 1, rifaId: returned!, numbers: [4, 5], ...returnedAmounts })
      .execute();
  });
  await db
    .updateTable('orders')
    .set({ quantity: 5, totalAmount: '10.00', returnedAmount: '4.00' })
    .where('id', '=', id)
    .execute();
  const readLists = async () => [
    (await listOrders(db, orderFilters.parse({ search: 'jaraguá' }), true)).rows[0],
    (await selectRecentOrders(db, 100)).find((row) => row.id === id),
    (await readPerson(db, userId, new Date()))?.orders[0],
    await findTicketOrder(db, id),
  ];
  const shown = { rifaTitle: 'iPhone', rifas: 1 };
  expect(await readLists()).toMatchObject([shown, shown, shown, shown]);
  expect(await bed.found({ rifaId: returned })).toBe('z');
  expect(await bed.found({ rifaId: kept })).toBe('z');
  for (const maxOrders of [20_000, 0]) {
    const { condition } = await ordersWithRifa(db, returned!, maxOrders);
    const { rows } = await sql`select id from orders where ${condition}`.execute(db);
    expect(rows).toEqual([{ id }]);
  }
  // A refunded order is listed as ordered: all five cotas.
  await db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', id).execute();
  const shownRefunded = { rifaTitle: 'Maragogi', rifas: 2 };
  expect(await readLists()).toMatchObject([
    { ...shownRefunded, quantity: 5 },
    shownRefunded,
    shownRefunded,
    shownRefunded,
  ]);
});

test('keeps the coupon of a refunded order', async () => {
  const { db } = bed;
  const userId = await bed.addPerson('Zulmira Pontes', null, null);
  await db.insertInto('coupons').values({ code: 'MAREALTA', percent: 10, uses: 1 }).execute();
  await bed.addOrder('c', {
    userId,
    rifaId: bed.moto,
    at: '2026-01-18T12:00:00Z',
    numbers: [9100],
    status: 'paid',
    coupon: 'MAREALTA',
  });
  const { id } = bed.orders['c']!;
  const readCoupons = async () => {
    const filters = orderFilters.parse({ coupon: 'marealta' });
    const exported = await moneyLists.pedidos.read(db, null, { orders: filters });
    return [
      (await listOrders(db, filters, true)).rows.map(({ coupon }) => coupon),
      (await readOrder(db, id, true))?.coupon,
      exported.rows.map((cells) => cells[moneyLists.pedidos.head.indexOf('Cupom')]),
    ];
  };
  const expected = [['MAREALTA'], 'MAREALTA', ['MAREALTA']];
  expect(await readCoupons()).toEqual(expected);
  await db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', id).execute();
  await deleteClaims(db, sql`user_id = ${userId}`);
  expect(await readCoupons()).toEqual(expected);
  const { condition } = await ordersWithCoupon(db, 'MAREALTA', 0);
  const { rows } = await sql`select id from orders where ${condition}`.execute(db);
  expect(rows).toEqual([{ id }]);
});
