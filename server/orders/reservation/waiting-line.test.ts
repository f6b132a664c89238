/** The line before the numbers: first come, first served; nobody starves; who is turned away leaves nothing behind. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBuyer, addRifa, checkBooks, createOrderTestbed, line, request } from '../orders.testing.ts';
import { createOrderBatchWriter } from './order-batch-writer.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let buyer: string;
beforeAll(async () => {
  bed = await createOrderTestbed();
  buyer = await addBuyer(bed.db);
});
afterAll(() => bed.drop());

test('the last numbers go to those who came first, in every batch and over all of them', async () => {
  const rifa = await addRifa(bed.db, 100);
  const writer = createOrderBatchWriter(bed.platform, { width: 1, batchCotas: 7 });
  const results = await Promise.all(
    Array.from({ length: 60 }, () => writer.reserve(request(buyer, [line(rifa, 2)]))),
  );
  await writer.close();
  expect(results.map(({ ok }) => ok)).toEqual([...Array(50).fill(true), ...Array(10).fill(false)]);
  expect(await checkBooks(bed.db, rifa)).toMatchObject({ free: 0, reserved: 100 });
});

test('an order too large for any batch is served in its turn, while smaller ones keep coming', async () => {
  const rifa = await addRifa(bed.db, 10_000);
  const writer = createOrderBatchWriter(bed.platform, { width: 1, batchCotas: 10 });
  const served: string[] = [];
  const ask = async (name: string, cotas: number) => {
    const result = await writer.reserve(request(buyer, [line(rifa, cotas)]));
    expect(result.ok).toBe(true);
    served.push(name);
    return result;
  };
  // Each of the small ones comes back as soon as it is served, as a rush does.
  const comingBack = async (name: string) => {
    for (let turn = 0; turn < 8; turn++) await ask(name, 5);
  };
  const rush = [comingBack('a'), comingBack('b'), comingBack('c'), comingBack('d')];
  await Promise.all([...rush, ask('large', 1_000)]);
  await writer.close();
  // Before it stand the four that came first, and at most one more batch of two that was in the making.
  expect(served.indexOf('large')).toBeLessThanOrEqual(6);
  expect(await checkBooks(bed.db, rifa)).toMatchObject({ reserved: 1_160 });
});

test('past capacity an order is refused at once, without a trace, and may come again with the same key', async () => {
  const rifa = await addRifa(bed.db, 1_000);
  const writer = createOrderBatchWriter(bed.platform, { capacity: 5 });
  const asked = Array.from({ length: 20 }, () => request(buyer, [line(rifa, 3)]));
  const answers = asked.map((each) => writer.reserve(each));
  // The refused do not wait for those before them.
  const first = await Promise.race([answers[0]!, ...answers.slice(5)]);
  expect(first).toEqual({ ok: false, code: 'BUSY' });
  const results = await Promise.all(answers);
  expect(results.map(({ ok }) => ok)).toEqual([...Array(5).fill(true), ...Array(15).fill(false)]);

  const refused = asked.slice(5);
  const stored = await bed.db
    .selectFrom('orders')
    .select('id')
    .where(
      'clientRequestId',
      'in',
      refused.map((each) => each.clientRequestId),
    )
    .execute();
  expect(stored).toEqual([]);
  expect(await checkBooks(bed.db, rifa)).toMatchObject({ reserved: 15 });

  for (const again of refused)
    expect(await writer.reserve(again)).toMatchObject({ ok: true, repeated: false });
  await writer.close();
  expect(await checkBooks(bed.db, rifa)).toMatchObject({ reserved: 60 });
});
