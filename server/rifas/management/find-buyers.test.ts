import { afterAll, beforeAll, expect, test } from 'vitest';
import { planOf } from '@mare/database/testing/plan.testing.ts';
import {
  createOrderBatchWriter,
  type OrderBatchWriter,
} from '../../orders/reservation/order-batch-writer.ts';
import { addBuyer, addRifa, createOrderTestbed, line, request } from '../../orders/orders.testing.ts';
import { returnMoneyKeepingCotas } from '../../orders/returns/returned-money.testing.ts';
import { findBuyers } from './find-buyers.ts';

const ORDERS = 30;
const COTAS = 2;

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let writer: OrderBatchWriter;
let rifaId: string;
/** Ids of the orders, one per buyer, oldest first. */
const created: string[] = [];
beforeAll(async () => {
  bed = await createOrderTestbed();
  writer = createOrderBatchWriter(bed.platform);
  const other = await addRifa(bed.db, 1000);
  rifaId = await addRifa(bed.db, 1000);
  for (let at = 0; at < ORDERS; at++) {
    const id = await addBuyer(bed.db);
    await bed.db
      .updateTable('profiles')
      .set(
        at === 3
          ? { name: 'Zilda Araújo', email: 'rara@exemplo.com.br' }
          : { name: `Ana ${at}`, email: `${at}@exemplo.com.br` },
      )
      .where('id', '=', id)
      .execute();
    const orderId = bed.platform.random.uuid();
    // The rifa's line is the second one: the order belongs to another rifa.
    const lines = [line(other, 1), line(rifaId, COTAS)];
    const order = await writer.reserve(request(id, lines, { orderId }));
    if (!order.ok) throw new Error(order.code);
    created.push(orderId);
  }
});
afterAll(async () => {
  await writer.close();
  await bed.drop();
});

const find = (search: string, page = 1) => findBuyers(bed.db, { id: rifaId, search, page });

test('lists the buyers of a rifa newest first, page by page', async () => {
  const [first, second] = [await find(''), await find('', 2)];
  expect(first.hasMore).toBe(true);
  expect(second.hasMore).toBe(false);
  const listed = [...first.rows, ...second.rows];
  expect(listed.map(({ orderId }) => orderId)).toEqual(created.toReversed());
  expect(listed.every(({ cotas, totalCentavos }) => cotas === COTAS && totalCentavos === 400)).toBe(true);
});

test('finds buyers by any words of name or e-mail, without accents, or by a number', async () => {
  const byName = await find('araujo zilda');
  expect(byName.rows).toMatchObject([{ orderId: created[3], name: 'Zilda Araújo' }]);
  for (const search of ['Araújo', 'rara@exem']) expect((await find(search)).rows).toEqual(byName.rows);
  const { number } = byName.rows[0]!;
  expect((await find(String(number))).rows).toMatchObject([{ orderId: created[3], number }]);
  expect((await find('ninguém')).rows).toEqual([]);
});

test('reads the lines of a page in the order of the index', async () => {
  const first = { id: rifaId, search: '', page: 1 };
  const plan = await planOf(bed.pool, (db) => findBuyers(db, first), { off: ['enable_bitmapscan'] });
  expect(plan).toMatch(/CTE page\n\s+-> {2}Limit .*\n\s+-> {2}Index Only Scan using order_items_of_rifa/);
});

test('omits amounts that were refunded while the cotas stayed', async () => {
  const { db } = bed;
  const orderId = created[5]!;
  await returnMoneyKeepingCotas(db, { orderId, rifaId, centavos: 150 });
  const ofOrder = async () =>
    (await find('')).rows.concat((await find('', 2)).rows).find((row) => row.orderId === orderId);
  expect(await ofOrder()).toMatchObject({ cotas: COTAS, totalCentavos: 250 });
  // A refunded order is listed with its bought cotas.
  await db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', orderId).execute();
  expect(await ofOrder()).toMatchObject({ totalCentavos: 400 });
});
