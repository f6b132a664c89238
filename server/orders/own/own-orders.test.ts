import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayOrderRoutes } from '../../payments/pay-order.routes.ts';
import {
  createPaymentsTestbed,
  paidOrder,
  type PaymentsTestbed,
  until,
} from '../../payments/payments.testing.ts';
import { line } from '../orders.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { ordersRoutes } from '../orders.routes.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

function clientOf(userId: string) {
  const routes = { ...ordersRoutes, ...createPayOrderRoutes(bed.payments) };
  return createRouterClient(routes, { context: testContext(bed.platform, { userId }) });
}

async function addPaidOrder(rifaId?: string) {
  const order = await paidOrder(bed, { rifaId });
  return { ...order, client: clientOf(order.userId) };
}

test('lists paid cotas by rifa with receipts and draw results', async () => {
  const order = await addPaidOrder();
  await bed.db.updateTable('rifas').set({ status: 'completed' }).where('id', '=', order.rifaId).execute();
  const own = order.numbers[0]!;
  const other = [1, 2, 3, 4, 5, 6].find((number) => !order.numbers.includes(number))!;
  await bed.db
    .insertInto('rifaWinners')
    .values([
      { rifaId: order.rifaId, winnerName: 'Ana', winnerNumber: own, winnerPosition: 1 },
      { rifaId: order.rifaId, winnerName: 'Bia', winnerNumber: other, winnerPosition: 2 },
    ])
    .execute();
  const { holdings, nextPage } = await order.client.holdings({ page: 1 });
  expect(nextPage).toBeNull();
  expect(holdings).toMatchObject([
    {
      rifaId: order.rifaId,
      status: 'completed',
      quantity: 5,
      numbers: order.numbers.toSorted((a, b) => a - b),
      drawn: [
        { position: 1, number: own, own: true },
        { position: 2, number: other, own: false },
      ],
      receipts: [{ externalReference: order.externalReference }],
    },
  ]);
});

test('shows which numbers of an order won, also a gifted one', async () => {
  const order = await addPaidOrder();
  const { id, rifaId, numbers, externalReference, client } = order;
  expect(await client.page({ externalReference })).toMatchObject({ won: [] });
  const [own, given] = numbers as [number, number];
  const other = [1, 2, 3, 4, 5, 6].find((number) => !numbers.includes(number))!;
  await bed.db
    .insertInto('cotaGifts')
    .values({
      id: randomUUID(),
      reference: randomUUID(),
      orderId: id,
      rifaId,
      number: given,
      giverId: order.userId,
      recipientName: 'Bia',
      recipientId: await bed.buyer(),
      createdAt: bed.clock.now(),
      claimedAt: bed.clock.now(),
    })
    .execute();
  const places = [
    { name: 'Geladeira', number: given },
    { name: 'Fogão', number: own },
    { name: 'Panelas', number: other },
  ].map((place, index) => ({ ...place, position: index + 1 }));
  await bed.db.deleteFrom('rifaPrizes').where('rifaId', '=', rifaId).execute();
  await bed.db
    .insertInto('rifaPrizes')
    .values(places.map(({ name, position }) => ({ rifaId, position, name })))
    .execute();
  await bed.db
    .insertInto('rifaWinners')
    .values(
      places.map(({ number, position }) => ({
        rifaId,
        winnerName: 'Ana',
        winnerNumber: number,
        winnerPosition: position,
      })),
    )
    .execute();
  expect(await client.page({ externalReference })).toMatchObject({
    won: [
      { rifaId, number: given, position: 1, prize: 'Geladeira', isBuyers: false },
      { rifaId, number: own, position: 2, prize: 'Fogão', isBuyers: true },
    ],
  });
});

test('lists the cotas of one rifa of an order only', async () => {
  const [firstRifa, secondRifa] = [await bed.rifa(), await bed.rifa()];
  const { userId } = await paidOrder(bed, { lines: [line(firstRifa, 2), line(secondRifa, 3)] });
  const client = clientOf(userId);
  expect((await client.holdings({ page: 1 })).holdings).toHaveLength(2);
  const { holdings, nextPage } = await client.holdings({ page: 1, rifaId: secondRifa });
  expect(holdings).toMatchObject([{ rifaId: secondRifa, quantity: 3 }]);
  expect(holdings[0]!.numbers).toHaveLength(3);
  expect(nextPage).toBeNull();
});

test('shows which cotas have a disputed payment', async () => {
  const order = await addPaidOrder();
  const own = async () => ({
    disputed: (await order.client.holdings({ page: 1 })).holdings[0]!.disputed,
    isDisputed: (await order.client.mine({})).orders[0]!.isDisputed,
  });
  expect(await own()).toEqual({ disputed: 0, isDisputed: false });
  await bed.transition(order.paymentId, 'mediation');
  await until(async () => (await own()).isDisputed);
  expect((await own()).disputed).toBe(5);
  await bed.transition(order.paymentId, 'win_dispute');
  await until(async () => !(await own()).isDisputed);
  expect((await own()).disputed).toBe(0);
});

test('lists an unpaid order in the history but not among the holdings', async () => {
  const order = await bed.order('pix');
  const row = await bed.db
    .selectFrom('orders')
    .select('userId')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const client = clientOf(row.userId);
  expect(await client.holdings({ page: 1 })).toEqual({ holdings: [], nextPage: null });
  const history = await client.mine({});
  expect(history).toMatchObject({ orders: [{ id: order.id, status: 'pending' }], next: null });
});

test('paginates the history', async () => {
  const order = await bed.order('pix');
  const row = await bed.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const { totalPrice: _price, paymentStatus: _status, ...copied } = row;
  const older = Array.from({ length: 11 }, (_, index) => ({
    ...copied,
    id: bed.platform.random.uuid(),
    externalReference: bed.platform.random.uuid(),
    clientRequestId: bed.platform.random.uuid(),
    status: 'cancelled',
    customer: '{}',
    createdAt: new Date(row.createdAt.getTime() - (index + 1) * 1000),
  }));
  await bed.db.insertInto('orders').values(older).execute();
  const client = clientOf(row.userId);
  const first = await client.mine({});
  const second = await client.mine({ before: first.next! });
  expect(second.next).toBeNull();
  expect([...first.orders, ...second.orders].map(({ id }) => id)).toEqual([
    order.id,
    ...older.map(({ id }) => id),
  ]);
});

test('shows the order detail to its owner only', async () => {
  const order = await addPaidOrder();
  expect(await order.client.detail({ id: order.id })).toMatchObject({ id: order.id, status: 'paid' });
  const stranger = clientOf(await bed.buyer());
  await expect(stranger.detail({ id: order.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(order.client.detail({ id: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
