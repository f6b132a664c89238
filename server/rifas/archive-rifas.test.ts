import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DB } from '@mare/database/schema.ts';
import { refreshSoldNumbers } from '../orders/numbers/refresh-sold-numbers.ts';
import { addBuyer, addRifa, createOrderTestbed, line, request } from '../orders/orders.testing.ts';
import { releaseOrder } from '../orders/lifecycle/release-order.ts';
import { createOrderBatchWriter, type OrderBatchWriter } from '../orders/reservation/order-batch-writer.ts';
import { settleOrder } from '../orders/lifecycle/settle-order.ts';
import { ARCHIVED_AFTER_DAYS, archiveRifas } from './archive-rifas.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let writer: OrderBatchWriter;
beforeAll(async () => {
  bed = await createOrderTestbed();
  writer = createOrderBatchWriter(bed.platform);
});
afterAll(async () => {
  await writer.close();
  await bed.drop();
});

const inTransaction = <T>(work: (trx: Transaction<DB>) => Promise<T>) => bed.db.transaction().execute(work);

/** A rifa of 2,000 numbers with this many orders of five cotas; all are paid except the first `pending` ones. */
async function addSoldRifa(orders: number, pending = 0) {
  const rifaId = await addRifa(bed.db, 2000);
  const ids: string[] = [];
  for (let count = 0; count < orders; count++) {
    const sold = await writer.reserve(request(await addBuyer(bed.db), [line(rifaId, 5)]));
    if (!sold.ok) throw new Error(sold.code);
    ids.push(sold.order.id);
    if (count >= pending) await inTransaction((trx) => settleOrder(trx, sold.order.id, new Date()));
  }
  await refreshSoldNumbers(bed.db);
  return { rifaId, ids };
}

const end = (rifaId: string, status: 'completed' | 'cancelled' | 'closed', days: number) =>
  bed.db
    .updateTable('rifas')
    .set({ status, drawDate: new Date(bed.platform.clock.now().getTime() - days * 86_400_000) })
    .where('id', '=', rifaId)
    .execute();

/** Its number pages, counter stripes, their sum, and the published count. */
async function countRows(rifaId: string) {
  const { rows } = await sql`
    select (select count(*)::int from number_pages where rifa_id = ${rifaId}) as pages,
      (select count(*)::int from rifa_counters where rifa_id = ${rifaId}) as stripes,
      (select sum(sold)::int from rifa_counters where rifa_id = ${rifaId}) as counted,
      sold_numbers as sold, archived_at is not null as archived
    from rifas where id = ${rifaId}`.execute(bed.db);
  return rows[0];
}

test('archives a rifa that ended long ago, and keeps its orders and sold count', async () => {
  const { rifaId, ids } = await addSoldRifa(3);
  await end(rifaId, 'completed', ARCHIVED_AFTER_DAYS + 1);
  // Stripes of other connections that cancel each other out.
  const counted = [-4, 4].map((sold, at) => ({ rifaId, stripe: 98 + at, sold }));
  await bed.db.insertInto('rifaCounters').values(counted).execute();
  expect(await archiveRifas(bed.platform)).toBe(1);
  expect(await archiveRifas(bed.platform)).toBe(0);
  expect(await countRows(rifaId)).toEqual({ pages: 0, stripes: 1, counted: 15, sold: 15, archived: true });
  const lines = await bed.db.selectFrom('orderItems').selectAll().where('orderId', 'in', ids).execute();
  expect(lines.map((one) => one.selectedNumbers.length)).toEqual([5, 5, 5]);
});

test('updates the sold count when an archived order is refunded', async () => {
  const { rifaId, ids } = await addSoldRifa(2);
  await end(rifaId, 'cancelled', ARCHIVED_AFTER_DAYS + 1);
  const refund = () => inTransaction((trx) => releaseOrder(trx, ids[0]!, 'refunded'));
  const [archived, released] = await Promise.all([archiveRifas(bed.platform), refund()]);
  expect([archived, released]).toEqual([1, 'released']);
  await refreshSoldNumbers(bed.db);
  expect(await countRows(rifaId)).toMatchObject({ pages: 0, counted: 5, sold: 5, archived: true });
  expect(await inTransaction((trx) => releaseOrder(trx, ids[1]!, 'charged_back'))).toBe('released');
  await refreshSoldNumbers(bed.db);
  expect(await countRows(rifaId)).toMatchObject({ counted: 0, sold: 0 });
  // A late payment gets no numbers of an archived rifa.
  expect(await inTransaction((trx) => settleOrder(trx, ids[0]!, new Date()))).not.toBe('settled_late');
});

test('does not archive before 180 days, before the draw, or with pending orders', async () => {
  const young = await addSoldRifa(1);
  await end(young.rifaId, 'completed', ARCHIVED_AFTER_DAYS - 1);
  const undrawn = await addSoldRifa(1);
  await end(undrawn.rifaId, 'closed', ARCHIVED_AFTER_DAYS + 100);
  const open = await addSoldRifa(2, 1);
  await end(open.rifaId, 'completed', ARCHIVED_AFTER_DAYS + 1);
  expect(await archiveRifas(bed.platform)).toBe(0);
  for (const { rifaId } of [young, undrawn, open])
    expect(await countRows(rifaId)).toMatchObject({ pages: 2, archived: false });
});

test('does not delete an archived rifa', async () => {
  const { rifaId } = await addSoldRifa(1);
  await end(rifaId, 'completed', ARCHIVED_AFTER_DAYS + 1);
  await archiveRifas(bed.platform);
  await expect(bed.db.deleteFrom('rifas').where('id', '=', rifaId).execute()).rejects.toThrow('archive');
});
