/** A sale locks no row of another rifa, so that rifas can be sharded. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addBuyer,
  addRifa,
  checkNumberCounts,
  createOrderTestbed,
  line,
  request,
} from '../orders.testing.ts';
import { createOrderBatchWriter } from './order-batch-writer.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
beforeAll(async () => {
  bed = await createOrderTestbed();
});
afterAll(() => bed.drop());

const OF_RIFAS = [
  'select from rifas where id = $1 for update',
  'select from number_pages where rifa_id = $1 for update',
  'select from rifa_counters where rifa_id = $1 for update',
  'select from orders where rifa_id = $1 for update',
  'select from order_items where rifa_id = $1 for update',
];

test('sells while every row of another rifa is locked', async () => {
  const buyer = await addBuyer(bed.db);
  const [sold, held] = [await addRifa(bed.db, 5_000), await addRifa(bed.db, 5_000)];
  const writer = createOrderBatchWriter(bed.platform);
  expect(await writer.reserve(request(buyer, [line(held, 3)]))).toMatchObject({ ok: true });
  const holder = await bed.pool.connect();
  try {
    await holder.query('begin');
    for (const text of OF_RIFAS) expect((await holder.query(text, [held])).rowCount).toBeGreaterThan(0);
    const requested = [17, 1_234, 4_999];
    const reservations = await Promise.all([
      writer.reserve(request(buyer, [line(sold, 3, requested)])),
      ...Array.from({ length: 30 }, () => writer.reserve(request(buyer, [line(sold, 2)]))),
    ]);
    expect(reservations.every(({ ok }) => ok)).toBe(true);
  } finally {
    await holder.query('rollback');
    holder.release();
    await writer.close();
  }
  expect(await checkNumberCounts(bed.db, sold)).toMatchObject({ reserved: 63 });
});
