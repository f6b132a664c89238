import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderFilters } from '@mare/contract/admin/orders-admin.ts';
import { addBuyer, addOrderRow, addRifa, createOrderTestbed } from '../../orders/orders.testing.ts';
import { deleteClaims } from '../../checkout/coupons/delete-claims.ts';
import { findTicketOrder } from '../../support/support.queries.ts';
import { selectRecentOrders } from '../admin.queries.ts';
import { moneyLists } from '../exports/money-lists.ts';
import { readPerson } from '../people/read-person.ts';
import { listOrders } from './list-orders.ts';
import { ordersWithCoupon, ordersWithRifa } from './orders-that-had.ts';
import { readOrder } from './read-order.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let moto: string;
let carro: string;
const affiliateId = randomUUID();

interface Made {
  id: string;
  reference: string;
}
const orders: Record<string, Made> = {};

async function addPerson(name: string, phone: string | null, cpf: string | null): Promise<string> {
  const id = await addBuyer(bed.db);
  const email = `${name.split(' ')[0]!.normalize('NFD').replaceAll(/\W/g, '').toLowerCase()}@exemplo.com.br`;
  await bed.db.updateTable('profiles').set({ name, phone, cpf, email }).where('id', '=', id).execute();
  return id;
}

async function addOrder(
  key: string,
  more: {
    userId: string;
    rifaId: string;
    at: string;
    numbers: number[];
    status?: string;
    affiliate?: boolean;
    manual?: boolean;
    method?: string;
    coupon?: string;
    reviewReason?: string;
  },
): Promise<void> {
  const { db } = bed;
  const reference = `ref-${key}-0000000000000`;
  const clientRequestId = more.manual ? `hand-${randomUUID()}` : randomUUID();
  const isPaid = more.status === 'paid' || more.status === 'refunded';
  const totalAmount = `${more.numbers.length * 2}.00`;
  const { id } = await addOrderRow(db, {
    externalReference: reference,
    userId: more.userId,
    clientRequestId,
    rifaId: more.rifaId,
    quantity: more.numbers.length,
    totalAmount,
    status: more.status ?? 'pending',
    paidAt: isPaid ? more.at : null,
    createdAt: more.at,
    holdExpiresAt: more.at,
    reviewReason: more.reviewReason ?? null,
    affiliateId: more.affiliate ? affiliateId : null,
  });
  await db
    .insertInto('orderItems')
    .values({
      orderId: id,
      rifaId: more.rifaId,
      quantity: more.numbers.length,
      unitPrice: '2.00',
      totalAmount,
      selectedNumbers: more.numbers,
    })
    .execute();
  if (more.method)
    await db
      .insertInto('providerPayments')
      .values({
        provider: more.manual ? 'cash' : 'sandbox',
        paymentId: `9${key}77`,
        orderId: id,
        state: 'approved',
        rawStatus: 'approved',
        amount: totalAmount,
        currency: 'BRL',
        method: more.method,
        providerUpdatedAt: more.at,
        disposition: 'settles',
      })
      .execute();
  if (more.coupon)
    await db
      .insertInto('couponClaims')
      .values({
        couponCode: more.coupon,
        personId: more.userId,
        useNo: 1,
        userId: more.userId,
        clientRequestId,
        createdAt: new Date(more.at),
      })
      .execute();
  orders[key] = { id, reference };
}

beforeAll(async () => {
  bed = await createOrderTestbed();
  [moto, carro] = [await addRifa(bed.db, 10_000), await addRifa(bed.db, 10_000)];
  await bed.db
    .updateTable('rifas')
    .set({ createdAt: new Date('2026-01-01') })
    .execute();
  const jose = await addPerson('José Roberto de Araújo', '82988887777', '52998224725');
  const maria = await addPerson('Maria da Silva', '5582999991234', null);
  const ines = await addPerson('Inês Conceição', null, null);
  await bed.db
    .insertInto('affiliates')
    .values({ id: affiliateId, userId: ines, affiliateCode: 'INESABC1', createdAt: new Date() })
    .execute();
  await addOrder('1', {
    userId: jose,
    rifaId: moto,
    at: '2026-03-01T12:00:00Z',
    numbers: [42],
    status: 'paid',
    method: 'pix',
    coupon: 'VOLTEI20',
  });
  // The evening of 1 March in Maceió.
  await addOrder('2', {
    userId: maria,
    rifaId: carro,
    at: '2026-03-02T02:30:00Z',
    numbers: [42, 4711],
    affiliate: true,
  });
  await addOrder('3', {
    userId: ines,
    rifaId: carro,
    at: '2026-03-03T12:00:00Z',
    numbers: [1, 2, 3],
    status: 'paid',
    manual: true,
    method: 'cash',
  });
  await addOrder('4', {
    userId: jose,
    rifaId: carro,
    at: '2026-03-04T12:00:00Z',
    numbers: [7],
    status: 'refunded',
    method: 'visa',
    reviewReason: 'disputed',
  });
});
afterAll(() => bed.drop());

async function found(input: Record<string, unknown>): Promise<string> {
  const { rows } = await listOrders(bed.db, orderFilters.parse(input), true);
  return rows.map(({ externalReference }) => externalReference.split('-')[1]).join(' ');
}

test.each([
  ['', '4 3 2 1'],
  ['Araújo', '4 1'],
  ['araujo', '4 1'],
  ['Jose Roberto', '4 1'],
  ['ROBERTO JOSÉ', '4 1'],
  ['Silva', '2'],
  ['ines conceicao', '3'],
  ['maria@exemplo', '2'],
  ['(82) 98888-7777', '4 1'],
  ['+55 82 98888 7777', '4 1'],
  ['82 8888-7777', '4 1'],
  ['82 99999-1234', '2'],
  ['98888-7777', '4 1'],
  ['7777', '4 1'],
  ['8877', ''],
  ['529.982.247-25', '4 1'],
  ['52998224725', '4 1'],
  ['ref-3-0000000000000', '3'],
  ['https://loja.com.br/pedido/ref-2-0000000000000', '2'],
  ['9177', '1'],
  ['4711', '2'],
  ['42', '2 1'],
  ['Arauho', '4 1'],
  ['Zzyzx', ''],
  ['100%', ''],
])('finds by %s', async (search, expected) => {
  expect(await found({ search })).toBe(expected);
});

test('finds an order by its id', async () => {
  expect(await found({ search: orders['3']!.id })).toBe('3');
});

test('says that only similar names were found', async () => {
  const list = (search: string) => listOrders(bed.db, orderFilters.parse({ search }), true);
  expect(await list('Roberta Araujp')).toMatchObject({ isSimilar: true });
  expect(await list('Roberto')).toMatchObject({ isSimilar: false });
});

test.each([
  [{ status: 'paid' }, '3 1'],
  [{ status: 'review' }, '4'],
  [{ from: '2026-03-01', to: '2026-03-01' }, '2 1'],
  [{ from: '2026-03-02' }, '4 3'],
  [{ channel: 'manual' }, '3'],
  [{ channel: 'affiliate' }, '2'],
  [{ channel: 'site' }, '4 1'],
  [{ method: 'pix' }, '1'],
  [{ method: 'cash' }, '3'],
  [{ method: 'other' }, '4'],
  [{ minCentavos: 400 }, '3 2'],
  [{ minCentavos: '400', maxCentavos: '400' }, '2'],
  [{ coupon: 'voltei20' }, '1'],
  [{ affiliate: 'inesabc1' }, '2'],
  [{ search: 'araujo', status: 'refunded' }, '4'],
] as const)('filters by %o', async (filters, expected) => {
  expect(await found(filters)).toBe(expected);
});

test('filters by rifa, and by a number of it', async () => {
  expect(await found({ rifaId: carro })).toBe('4 3 2');
  expect(await found({ rifaId: moto, search: '42' })).toBe('1');
  const [order] = (await listOrders(bed.db, orderFilters.parse({ search: 'silva' }), true)).rows;
  expect(await found({ personId: order!.buyer.id })).toBe('2');
});

test('shows each order once over keyset pages with equal times', async () => {
  const userId = await addPerson('Comprador Frequente', null, null);
  for (let at = 0; at < 60; at++)
    await addOrder(`f${at}`, {
      userId,
      rifaId: moto,
      at: '2026-02-01T12:00:00.123456Z',
      numbers: [at + 100],
    });
  const seen: string[] = [];
  let after: string | undefined;
  const sizes: number[] = [];
  const input = orderFilters.parse({ search: 'frequente' });
  do {
    const page = await listOrders(bed.db, { ...input, after }, true);
    expect(page.total).toEqual(after ? null : { orders: 60, isEstimate: false });
    sizes.push(page.rows.length);
    seen.push(...page.rows.map(({ id }) => id));
    after = page.next ?? undefined;
  } while (after);
  expect(sizes).toEqual([25, 25, 10]);
  expect(new Set(seen).size).toBe(60);
});

test('keeps e-mail and phone from callers without access to them', async () => {
  const { rows } = await listOrders(bed.db, orderFilters.parse({ search: '9177' }), false);
  expect(rows[0]!.buyer).toMatchObject({ name: 'José Roberto de Araújo', email: null, phone: null });
  expect(rows[0]).toMatchObject({ coupon: 'VOLTEI20', method: 'pix', channel: 'site', totalCentavos: 200 });
});

test('follows a corrected name, and forgets a deleted one', async () => {
  const userId = await addPerson('Fulana Xavantina', null, null);
  await addOrder('x', { userId, rifaId: moto, at: '2026-01-15T12:00:00Z', numbers: [9000] });
  expect(await found({ search: 'xavantina' })).toBe('x');
  await bed.db.updateTable('profiles').set({ name: 'Beltrana' }).where('id', '=', userId).execute();
  expect(await found({ search: 'xavantina' })).toBe('');
  expect(await found({ search: 'beltrana' })).toBe('x');
  await bed.db.updateTable('profiles').set({ name: null, email: null }).where('id', '=', userId).execute();
  expect(
    await bed.db.selectFrom('personSearch').select('userId').where('userId', '=', userId).execute(),
  ).toEqual([]);
});

test('shows what went back of an order, and the cotas that stay', async () => {
  const userId = await addPerson('Sicrana Quixaba', null, null);
  await addOrder('y', {
    userId,
    rifaId: moto,
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

test('names the rifa that stays once another one of the order went back', async () => {
  const { db } = bed;
  const [stays, returned] = await Promise.all(
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
  const userId = await addPerson('Ivete Jaraguá', null, null);
  const paid = { userId, at: '2026-01-17T12:00:00Z', numbers: [1, 2, 3], status: 'paid' };
  await addOrder('z', { rifaId: returned!, ...paid });
  const { id } = orders['z']!;
  await db.updateTable('orderItems').set({ rifaId: stays!, lineNo: 2 }).where('orderId', '=', id).execute();
  const back = { refundId: randomUUID(), value: '4.00', amount: '4.00', releasedAt: new Date() };
  await db.transaction().execute(async (trx) => {
    // The payment and its refund do not matter here.
    await sql`set local session_replication_role = replica`.execute(trx);
    await trx
      .insertInto('returnedCotas')
      .values({ orderId: id, lineNo: 1, rifaId: returned!, numbers: [4, 5], ...back })
      .execute();
  });
  await db
    .updateTable('orders')
    .set({ quantity: 5, totalAmount: '10.00', returnedAmount: '4.00' })
    .where('id', '=', id)
    .execute();
  const listed = async () => [
    (await listOrders(db, orderFilters.parse({ search: 'jaraguá' }), true)).rows[0],
    (await selectRecentOrders(db, 100)).find((row) => row.id === id),
    (await readPerson(db, userId, new Date()))?.orders[0],
    await findTicketOrder(db, id),
  ];
  const shown = { rifaTitle: 'iPhone', rifas: 1 };
  expect(await listed()).toMatchObject([shown, shown, shown, shown]);
  expect(await found({ rifaId: returned })).toBe('z');
  expect(await found({ rifaId: stays })).toBe('z');
  for (const most of [20_000, 0]) {
    const { condition } = await ordersWithRifa(db, returned!, most);
    const { rows } = await sql`select id from orders where ${condition}`.execute(db);
    expect(rows).toEqual([{ id }]);
  }
  // A refunded order is listed as ordered: all five cotas.
  await db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', id).execute();
  const whole = { rifaTitle: 'Maragogi', rifas: 2 };
  expect(await listed()).toMatchObject([{ ...whole, quantity: 5 }, whole, whole, whole]);
});

test('keeps the coupon of a refunded order', async () => {
  const { db } = bed;
  const userId = await addPerson('Zulmira Pontes', null, null);
  await db.insertInto('coupons').values({ code: 'MAREALTA', percent: 10, uses: 1 }).execute();
  await addOrder('c', {
    userId,
    rifaId: moto,
    at: '2026-01-18T12:00:00Z',
    numbers: [9100],
    status: 'paid',
    coupon: 'MAREALTA',
  });
  const { id } = orders['c']!;
  const coupons = async () => {
    const filters = orderFilters.parse({ coupon: 'marealta' });
    const exported = await moneyLists.pedidos.read(db, null, { orders: filters });
    return [
      (await listOrders(db, filters, true)).rows.map(({ coupon }) => coupon),
      (await readOrder(db, id, true))?.coupon,
      exported.rows.map((cells) => cells[moneyLists.pedidos.head.indexOf('Cupom')]),
    ];
  };
  const kept = [['MAREALTA'], 'MAREALTA', ['MAREALTA']];
  expect(await coupons()).toEqual(kept);
  await db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', id).execute();
  await deleteClaims(db, sql`user_id = ${userId}`);
  expect(await coupons()).toEqual(kept);
  const { condition } = await ordersWithCoupon(db, 'MAREALTA', 0);
  const { rows } = await sql`select id from orders where ${condition}`.execute(db);
  expect(rows).toEqual([{ id }]);
});
