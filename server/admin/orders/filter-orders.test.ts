/** Results of searching and filtering orders. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderFilters } from '@mare/contract/admin/orders-admin.ts';
import { listOrders } from './list-orders.ts';
import { createOrdersTestbed, type OrdersTestbed } from './orders.testing.ts';

let bed: OrdersTestbed;
beforeAll(async () => {
  bed = await createOrdersTestbed();
});
afterAll(() => bed.drop());

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
  expect(await bed.found({ search })).toBe(expected);
});

test('finds an order by its id', async () => {
  expect(await bed.found({ search: bed.orders['3']!.id })).toBe('3');
});

test('reports that only similar names were found', async () => {
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
  expect(await bed.found(filters)).toBe(expected);
});

test('filters by rifa and by number', async () => {
  expect(await bed.found({ rifaId: bed.carro })).toBe('4 3 2');
  expect(await bed.found({ rifaId: bed.moto, search: '42' })).toBe('1');
  const [order] = (await listOrders(bed.db, orderFilters.parse({ search: 'silva' }), true)).rows;
  expect(await bed.found({ personId: order!.buyer.id })).toBe('2');
});

test('shows each order once over keyset pages with equal times', async () => {
  const userId = await bed.addPerson('Comprador Frequente', null, null);
  for (let index = 0; index < 60; index++)
    await bed.addOrder(`f${index}`, {
      userId,
      rifaId: bed.moto,
      at: '2026-02-01T12:00:00.123456Z',
      numbers: [index + 100],
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

test('finds a corrected name and no deleted one', async () => {
  const userId = await bed.addPerson('Fulana Xavantina', null, null);
  await bed.addOrder('x', { userId, rifaId: bed.moto, at: '2026-01-15T12:00:00Z', numbers: [9000] });
  expect(await bed.found({ search: 'xavantina' })).toBe('x');
  await bed.db.updateTable('profiles').set({ name: 'Beltrana' }).where('id', '=', userId).execute();
  expect(await bed.found({ search: 'xavantina' })).toBe('');
  expect(await bed.found({ search: 'beltrana' })).toBe('x');
  await bed.db.updateTable('profiles').set({ name: null, email: null }).where('id', '=', userId).execute();
  expect(
    await bed.db.selectFrom('personSearch').select('userId').where('userId', '=', userId).execute(),
  ).toEqual([]);
});
