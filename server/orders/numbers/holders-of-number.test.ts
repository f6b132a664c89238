import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Kysely, sql } from 'kysely';
import { planOf } from '@mare/database/testing/plan.testing.ts';
import type { DB } from '@mare/database/schema.ts';
import { addBuyer, addRifa, createOrderTestbed, line, request } from '../orders.testing.ts';
import { createOrderBatchWriter } from '../reservation/order-batch-writer.ts';
import { fillCotaPages } from './fill-cota-pages.job.ts';
import { linesWithNumber } from './holders-of-number.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let moto: string;
let carro: string;
const orderIds: string[] = [];

beforeAll(async () => {
  bed = await createOrderTestbed();
  [moto, carro] = [await addRifa(bed.db, 5_000), await addRifa(bed.db, 3_000)];
  const writer = createOrderBatchWriter(bed.platform);
  for (const lines of [
    [line(moto, 3, [17, 1_234, 4_999])],
    [line(carro, 2, [17, 2_999]), line(moto, 1, [42])],
    [line(carro, 5)],
  ]) {
    const created = await writer.reserve(request(await addBuyer(bed.db), lines));
    if (!created.ok) throw new Error(created.code);
    orderIds.push(created.order.id);
  }
  await writer.close();
});
afterAll(() => bed.drop());

async function find(db: Kysely<DB>, number: number, rifaId: string | null): Promise<number[]> {
  const { rows } = await sql<{ orderId: string }>`
    select order_id from (${await linesWithNumber(db, number, rifaId)}) as line`.execute(db);
  return rows.map(({ orderId }) => orderIds.indexOf(orderId) + 1).sort((a, b) => a - b);
}

const cases = [
  [17, 'moto', [1]],
  [17, 'carro', [2]],
  [17, 'all', [1, 2]],
  [4_999, 'all', [1]],
  [42, 'moto', [2]],
  [42, 'carro', []],
  [0, 'all', []],
  [9_999_999, 'all', []],
] as const;

async function checkAll(): Promise<void> {
  const ids = { moto, carro, all: null };
  for (const [number, rifa, expected] of cases)
    expect([number, rifa, await find(bed.db, number, ids[rifa])]).toEqual([number, rifa, expected]);
}

test('finds the lines of a new order by its numbers, in one rifa and in all that are not drawn', async () => {
  const unknown = bed.db.selectFrom('orderItems').select('orderId').where('cotaPages', 'is', null);
  expect(await unknown.execute()).toEqual([]);
  await checkAll();
  await bed.db.updateTable('rifas').set({ status: 'completed' }).where('id', '=', moto).execute();
  expect(await find(bed.db, 17, null)).toEqual([2]);
  expect(await find(bed.db, 17, moto)).toEqual([1]);
  await bed.db.updateTable('rifas').set({ status: 'active' }).where('id', '=', moto).execute();
});

test('finds lines of an earlier release before and after their pages are computed', async () => {
  const before = await pagesOfLines();
  await bed.db.updateTable('orderItems').set({ cotaPages: null }).execute();
  await checkAll();
  expect(await fillCotaPages(bed.platform)).toBe(4);
  expect(await fillCotaPages(bed.platform)).toBe(0);
  expect(await pagesOfLines()).toEqual(before);
  await checkAll();
});

function pagesOfLines() {
  return bed.db
    .selectFrom('orderItems')
    .select(['orderId', 'cotaPages'])
    .orderBy('orderId')
    .orderBy('lineNo')
    .execute();
}

test('reads lines by the index of pages, and lines without pages by another index', async () => {
  const plan = await planOf(bed.pool, (db) => find(db, 17, null), { off: ['enable_indexscan'] });
  expect(plan).toContain('order_items_cota_page ');
  expect(plan).toContain('order_items_cota_pages');
  expect(plan).toContain('order_items_without_pages');
});
