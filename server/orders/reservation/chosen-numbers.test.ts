/** Chosen numbers and the limit per person under concurrency. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readNumberMap, searchFreeNumbers } from '../numbers/free-numbers.ts';
import { isTakenOnMap } from '@mare/domain/numbers/choose-numbers.ts';
import {
  addBuyer,
  addRifa,
  checkNumberCounts,
  createOrderTestbed,
  line,
  request,
} from '../orders.testing.ts';
import { releaseOrder } from '../lifecycle/release-order.ts';
import { createOrderBatchWriter, type OrderBatchWriter } from './order-batch-writer.ts';
import type { ReserveLine, ReserveResult } from './reserve-request.ts';
import { settleOrder } from '../lifecycle/settle-order.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let writers: OrderBatchWriter[];
beforeAll(async () => {
  bed = await createOrderTestbed({ maxConnections: 20 });
  writers = [createOrderBatchWriter(bed.platform), createOrderBatchWriter(bed.platform)];
});
afterAll(async () => {
  await Promise.all(writers.map((writer) => writer.close()));
  await bed.drop();
});

const chosen = (rifa: string, numbers: number[]): ReserveLine => ({
  ...line(rifa, numbers.length, numbers),
  exact: true,
});
const codes = (results: ReserveResult[]) => results.map((result) => (result.ok ? 'ok' : result.code));

/** All writers start at once. */
async function atOnce(orders: { buyer: string; line: ReserveLine }[]): Promise<ReserveResult[]> {
  return Promise.all(
    orders.map((order, index) =>
      writers[index % writers.length]!.reserve(request(order.buyer, [order.line])),
    ),
  );
}

test('gives a chosen number to one of many concurrent buyers', async () => {
  const rifa = await addRifa(bed.db, 1000);
  const buyers = await Promise.all(Array.from({ length: 24 }, () => addBuyer(bed.db)));
  const results = await atOnce(
    buyers.map((buyer, index) => ({ buyer, line: chosen(rifa, [777, 100 + index]) })),
  );
  expect(codes(results).toSorted()).toEqual([...Array.from({ length: 23 }, () => 'NUMBERS_TAKEN'), 'ok']);
  for (const rejected of results.filter((result) => !result.ok))
    expect(rejected).toMatchObject({ rifaId: rifa, numbers: [777] });
  expect(await checkNumberCounts(bed.db, rifa)).toEqual({ total: 1000, free: 998, reserved: 2, sold: 0 });
});

test('never sells a number twice by choice and at random', async () => {
  const rifa = await addRifa(bed.db, 100);
  const buyers = await Promise.all(Array.from({ length: 20 }, () => addBuyer(bed.db)));
  const results = await atOnce(
    buyers.map((buyer, index) => ({
      buyer,
      line: index % 2 === 0 ? chosen(rifa, [index + 1, index + 2]) : line(rifa, 7),
    })),
  );
  const { reserved, free } = await checkNumberCounts(bed.db, rifa);
  const sold = results.flatMap((result) => (result.ok ? result.lines[0]!.numbers : []));
  expect([sold.length, new Set(sold).size]).toEqual([reserved, reserved]);
  expect(free).toBe(100 - reserved);
});

test('rejects an order that chooses a number twice', async () => {
  const rifa = await addRifa(bed.db, 100);
  const buyer = await addBuyer(bed.db);
  const twice = request(buyer, [chosen(rifa, [5]), chosen(rifa, [5, 6])]);
  expect(await writers[0]!.reserve(twice)).toMatchObject({ code: 'NUMBERS_TAKEN', numbers: [5] });
});

test('keeps concurrent orders of a person within the limit', async () => {
  const rifa = await addRifa(bed.db, 1000);
  const [buyer, other] = [await addBuyer(bed.db), await addBuyer(bed.db)];
  const limited = { ...line(rifa, 3), maxPerPerson: 10 };
  const results = await atOnce([
    ...Array.from({ length: 12 }, () => ({ buyer, line: limited })),
    { buyer: other, line: limited },
  ]);
  expect(codes(results).filter((code) => code === 'ok')).toHaveLength(4);
  expect(results.find((result) => !result.ok)).toEqual({
    ok: false,
    code: 'PURCHASE_LIMIT_EXCEEDED',
    rifaId: rifa,
    max: 10,
    held: 9,
  });
  expect((await checkNumberCounts(bed.db, rifa)).reserved).toBe(12);
});

test('does not count released cotas towards the limit until a late payment', async () => {
  const rifa = await addRifa(bed.db, 1000);
  const buyer = await addBuyer(bed.db);
  // Different numbers each time, because a released number may be picked next.
  const reserve = (from: number) => {
    const numbers = Array.from({ length: 6 }, (_, at) => from + at);
    return writers[0]!.reserve(request(buyer, [{ ...chosen(rifa, numbers), maxPerPerson: 10 }]));
  };
  const release = (orderId: string) =>
    bed.db.transaction().execute((trx) => releaseOrder(trx, orderId, 'cancelled'));
  const settle = (orderId: string) =>
    bed.db.transaction().execute((trx) => settleOrder(trx, orderId, new Date()));

  const first = await reserve(1);
  if (!first.ok) throw new Error(first.code);
  expect(await reserve(11)).toMatchObject({ code: 'PURCHASE_LIMIT_EXCEEDED', held: 6 });
  await release(first.order.id);
  const second = await reserve(11);
  if (!second.ok) throw new Error(second.code);
  // Its numbers are free, but the person would then have twelve.
  expect(await settle(first.order.id)).toBe('numbers_taken');
  expect(await checkNumberCounts(bed.db, rifa)).toMatchObject({ reserved: 6, sold: 0 });
  await release(second.order.id);
  expect(await settle(first.order.id)).toBe('settled_late');
  expect(await checkNumberCounts(bed.db, rifa)).toMatchObject({ reserved: 0, sold: 6 });
  expect(await reserve(21)).toMatchObject({ code: 'PURCHASE_LIMIT_EXCEEDED', held: 6 });
});

test('shows free numbers on map and search if buyers may choose', async () => {
  const rifa = await addRifa(bed.db, 100);
  const buyer = await addBuyer(bed.db);
  expect(await readNumberMap(bed.db, rifa, new Date())).toBeNull();
  await bed.db.updateTable('rifas').set({ chooseNumbers: true }).where('id', '=', rifa).execute();
  await writers[0]!.reserve(request(buyer, [chosen(rifa, [7, 17, 100])]));
  const { taken } = (await readNumberMap(bed.db, rifa, new Date()))!;
  const map = Buffer.from(taken, 'base64');
  const onMap = Array.from({ length: 100 }, (_, index) => index + 1).filter((n) => isTakenOnMap(map, n));
  expect(onMap).toEqual([7, 17, 100]);
  expect(await searchFreeNumbers(bed.db, { id: rifa, digits: '7', from: 0 }, new Date())).toEqual({
    free: [27, 37, 47, 57, 67, 77, 87, 97],
    next: null,
  });
});
