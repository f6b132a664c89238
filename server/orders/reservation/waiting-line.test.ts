/** Queue of the batch writer: FIFO, no starvation, rejected orders leave no rows. */
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
let buyer: string;
beforeAll(async () => {
  bed = await createOrderTestbed();
  buyer = await addBuyer(bed.db);
});
afterAll(() => bed.drop());

test('gives the last numbers to the earliest orders, within and across batches', async () => {
  const rifa = await addRifa(bed.db, 100);
  const writer = createOrderBatchWriter(bed.platform, { width: 1, batchCotas: 7 });
  const results = await Promise.all(
    Array.from({ length: 60 }, () => writer.reserve(request(buyer, [line(rifa, 2)]))),
  );
  await writer.close();
  expect(results.map(({ ok }) => ok)).toEqual([...Array(50).fill(true), ...Array(10).fill(false)]);
  expect(await checkNumberCounts(bed.db, rifa)).toMatchObject({ free: 0, reserved: 100 });
});

test('serves an order larger than a batch in turn under load', async () => {
  const rifa = await addRifa(bed.db, 10_000);
  const writer = createOrderBatchWriter(bed.platform, { width: 1, batchCotas: 10 });
  const served: string[] = [];
  const reserve = async (name: string, cotas: number) => {
    const result = await writer.reserve(request(buyer, [line(rifa, cotas)]));
    expect(result.ok).toBe(true);
    served.push(name);
    return result;
  };
  // Small orders return as soon as they are served.
  const retryingBuyer = async (name: string) => {
    for (let turn = 0; turn < 8; turn++) await reserve(name, 5);
  };
  const retryingBuyers = [retryingBuyer('a'), retryingBuyer('b'), retryingBuyer('c'), retryingBuyer('d')];
  await Promise.all([...retryingBuyers, reserve('large', 1_000)]);
  await writer.close();
  // At most the four earlier orders and one more batch of two precede it.
  expect(served.indexOf('large')).toBeLessThanOrEqual(6);
  expect(await checkNumberCounts(bed.db, rifa)).toMatchObject({ reserved: 1_160 });
});

test('rejects an order beyond capacity at once and writes no row; the same key can be retried', async () => {
  const rifa = await addRifa(bed.db, 1_000);
  const writer = createOrderBatchWriter(bed.platform, { capacity: 5 });
  const input = Array.from({ length: 20 }, () => request(buyer, [line(rifa, 3)]));
  const outcomes = input.map((each) => writer.reserve(each));
  // Rejections do not wait for the queue.
  const first = await Promise.race([outcomes[0]!, ...outcomes.slice(5)]);
  expect(first).toEqual({ ok: false, code: 'BUSY' });
  const results = await Promise.all(outcomes);
  expect(results.map(({ ok }) => ok)).toEqual([...Array(5).fill(true), ...Array(15).fill(false)]);

  const rejected = input.slice(5);
  const stored = await bed.db
    .selectFrom('orders')
    .select('id')
    .where(
      'clientRequestId',
      'in',
      rejected.map((each) => each.clientRequestId),
    )
    .execute();
  expect(stored).toEqual([]);
  expect(await checkNumberCounts(bed.db, rifa)).toMatchObject({ reserved: 15 });

  for (const again of rejected)
    expect(await writer.reserve(again)).toMatchObject({ ok: true, repeated: false });
  await writer.close();
  expect(await checkNumberCounts(bed.db, rifa)).toMatchObject({ reserved: 60 });
});
