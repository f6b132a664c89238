/** Requests of one idempotency key: one order, in every process. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addBuyer,
  addRifa,
  checkNumberCounts,
  createOrderTestbed,
  line,
  request,
} from '../orders.testing.ts';
import { createOrderBatchWriter, type OrderBatchWriter } from './order-batch-writer.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let writers: OrderBatchWriter[];
let buyer: string;
beforeAll(async () => {
  bed = await createOrderTestbed({ maxConnections: 20 });
  writers = [createOrderBatchWriter(bed.platform), createOrderBatchWriter(bed.platform)];
  buyer = await addBuyer(bed.db);
});
afterAll(async () => {
  await Promise.all(writers.map((writer) => writer.close()));
  await bed.drop();
});

test('creates an order for each of two buyers with the same key, also concurrently', async () => {
  const rifa = await addRifa(bed.db, 100);
  const clientRequestId = crypto.randomUUID();
  const buyers = [buyer, await addBuyer(bed.db)];
  const orders = await Promise.all(
    buyers.map((userId) => writers[0]!.reserve(request(userId, [line(rifa, 2)], { clientRequestId }))),
  );
  const ids = orders.map((order) => (order.ok ? order.order.id : order.code));
  expect(new Set(ids).size).toBe(2);
  expect((await checkNumberCounts(bed.db, rifa)).reserved).toBe(4);
});

test('rejects a key with different content, concurrently and later', async () => {
  const rifa = await addRifa(bed.db, 100);
  const clientRequestId = crypto.randomUUID();
  const requestOf = (quantity: number, requestHash: string) =>
    request(buyer, [line(rifa, quantity)], { clientRequestId, requestHash });
  const [accepted, rejected] = await Promise.all([
    writers[0]!.reserve(requestOf(2, 'one')),
    writers[0]!.reserve(requestOf(3, 'other')),
  ]);
  expect(accepted).toMatchObject({ ok: true });
  expect(rejected).toEqual({ ok: false, code: 'KEY_REUSED' });
  for (const writer of writers)
    expect(await writer.reserve(requestOf(3, 'other'))).toEqual({ ok: false, code: 'KEY_REUSED' });
  expect(await writers[1]!.reserve(requestOf(2, 'one'))).toMatchObject({ ok: true, repeated: true });
  expect((await checkNumberCounts(bed.db, rifa)).reserved).toBe(2);
});

test('returns the stored order to a repeated request, also concurrently and in another process', async () => {
  const rifa = await addRifa(bed.db, 1000);
  const input = request(buyer, [line(rifa, 4)]);
  const repeat = () => ({ ...input, orderId: crypto.randomUUID(), externalReference: crypto.randomUUID() });
  const results = await Promise.all([
    writers[0]!.reserve(input),
    writers[1]!.reserve(repeat()),
    writers[0]!.reserve(repeat()),
    writers[1]!.reserve(repeat()),
  ]);
  const later = await writers[1]!.reserve(repeat());
  const allResults = [...results, later];
  if (!later.ok) throw new Error(later.code);
  expect(later.repeated).toBe(true);
  expect(allResults.filter((result) => result.ok && !result.repeated)).toHaveLength(1);
  const { order, lines } = later;
  for (const result of allResults)
    expect(result).toMatchObject({
      ok: true,
      order: { id: order.id },
      lines: [{ numbers: lines[0]!.numbers }],
    });
  expect((await checkNumberCounts(bed.db, rifa)).reserved).toBe(4);
});
