import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawFreeNumbers } from '../numbers/draw-free-numbers.ts';
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

const reserve = (...args: Parameters<typeof request>) => writers[0]!.reserve(request(...args));

test('writes an order with distinct numbers in range, lines, event and attempt', async () => {
  const rifa = await addRifa(bed.db, 5000);
  const input = request(buyer, [line(rifa, 10)], {
    attempt: {
      id: crypto.randomUUID(),
      provider: 'sandbox',
      kind: 'pix',
      idempotencyKey: crypto.randomUUID(),
    },
  });
  const result = await writers[0]!.reserve(input);
  if (!result.ok) throw new Error(result.code);
  const { numbers } = result.lines[0]!;
  expect(new Set(numbers).size).toBe(10);
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  expect(numbers.every((number) => number >= 1 && number <= 5000)).toBe(true);
  expect(result).toMatchObject({
    repeated: false,
    order: { id: input.orderId, status: 'pending', totalCentavos: 2000 },
  });
  const stored = await bed.db
    .selectFrom('orders')
    .innerJoin('orderItems', 'orderItems.orderId', 'orders.id')
    .innerJoin('orderEvents', 'orderEvents.orderId', 'orders.id')
    .innerJoin('paymentAttempts', 'paymentAttempts.orderId', 'orders.id')
    .select([
      'orders.status',
      'orders.totalAmount',
      'selectedNumbers',
      'orderEvents.kind',
      'paymentAttempts.state',
    ])
    .where('orders.id', '=', input.orderId)
    .execute();
  expect(stored).toEqual([
    {
      status: 'pending',
      totalAmount: '20.00',
      selectedNumbers: numbers,
      kind: 'order.created',
      state: 'creating',
    },
  ]);
  expect(await checkNumberCounts(bed.db, rifa)).toEqual({ total: 5000, free: 4990, reserved: 10, sold: 0 });
});

test('sells each number once to a hundred concurrent buyers', async () => {
  const rifa = await addRifa(bed.db, 250);
  const buyers = await Promise.all(Array.from({ length: 100 }, () => addBuyer(bed.db)));
  const results = await Promise.all(
    buyers.map((user, index) => writers[index % 2]!.reserve(request(user, [line(rifa, 3)]))),
  );
  const won = results.filter((result) => result.ok);
  expect(won).toHaveLength(83);
  const numbers = won.flatMap((result) => result.lines[0]!.numbers);
  expect(new Set(numbers).size).toBe(249);
  const rejected = results.filter((result) => !result.ok);
  expect(rejected).toEqual(
    rejected.map(() => ({ ok: false, code: 'NOT_ENOUGH', rifaId: rifa, remaining: 1 })),
  );
  expect(await checkNumberCounts(bed.db, rifa)).toEqual({ total: 250, free: 1, reserved: 249, sold: 0 });
  expect(await reserve(buyer, [line(rifa, 1)])).toMatchObject({ ok: true });
  expect(await reserve(buyer, [line(rifa, 1)])).toEqual({ ok: false, code: 'SOLD_OUT', rifaId: rifa });
});

describe('requested numbers', () => {
  test('keeps the requested numbers that are free', async () => {
    const rifa = await addRifa(bed.db, 100_000);
    const drawn = await drawFreeNumbers(bed.platform, { rifaId: rifa, quantity: 20 });
    if (!drawn.ok) throw new Error(drawn.code);
    expect(new Set(drawn.numbers).size).toBe(20);
    const result = await reserve(buyer, [line(rifa, 20, drawn.numbers)]);
    expect(result).toMatchObject({ ok: true, lines: [{ numbers: drawn.numbers, replaced: [] }] });
  });

  test('gives a number requested by many buyers to one of them and reports it as replaced to the others', async () => {
    const rifa = await addRifa(bed.db, 1000);
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        writers[index % 2]!.reserve(request(buyer, [line(rifa, 2, [777])])),
      ),
    );
    const lines = results.flatMap((result) => (result.ok ? result.lines : []));
    expect(lines).toHaveLength(40);
    expect(lines.filter((one) => one.kept.includes(777))).toHaveLength(1);
    expect(lines.filter((one) => one.replaced.includes(777))).toHaveLength(39);
    await checkNumberCounts(bed.db, rifa);
  });

  test('ignores requested numbers that are repeated, out of range or superfluous', async () => {
    const rifa = await addRifa(bed.db, 50);
    const result = await reserve(buyer, [line(rifa, 3, [5, 5, 0, 51, 2.5, 7])]);
    expect(result).toMatchObject({ ok: true, lines: [{ kept: [5] }] });
    expect((await checkNumberCounts(bed.db, rifa)).reserved).toBe(3);
  });

  test('draws only free numbers, down to the last one', async () => {
    const rifa = await addRifa(bed.db, 3000);
    await reserve(buyer, [line(rifa, 2995)]);
    const rest = await drawFreeNumbers(bed.platform, { rifaId: rifa, quantity: 5 });
    if (!rest.ok) throw new Error(rest.code);
    expect(await drawFreeNumbers(bed.platform, { rifaId: rifa, quantity: 6 })).toEqual({
      ok: false,
      code: 'NOT_ENOUGH',
      remaining: 5,
    });
    const other = await drawFreeNumbers(bed.platform, {
      rifaId: rifa,
      quantity: 2,
      except: rest.numbers.slice(0, 3),
    });
    expect(other).toEqual({ ok: true, numbers: rest.numbers.slice(3) });
    expect(await reserve(buyer, [line(rifa, 5, rest.numbers)])).toMatchObject({
      lines: [{ numbers: rest.numbers, replaced: [] }],
    });
    expect(await drawFreeNumbers(bed.platform, { rifaId: rifa, quantity: 1 })).toEqual({
      ok: false,
      code: 'SOLD_OUT',
    });
  });
});

test('gives two lines of a rifa distinct numbers, and fails both or none', async () => {
  const rifa = await addRifa(bed.db, 10);
  const result = await reserve(buyer, [line(rifa, 3, [1, 2]), line(rifa, 4, [2, 3])]);
  if (!result.ok) throw new Error(result.code);
  expect(result.lines.map(({ kept, replaced }) => ({ kept, replaced }))).toEqual([
    { kept: [1, 2], replaced: [] },
    { kept: [3], replaced: [2] },
  ]);
  expect(new Set(result.lines.flatMap((one) => one.numbers)).size).toBe(7);
  expect(await reserve(buyer, [line(rifa, 2), line(rifa, 2)])).toEqual({
    ok: false,
    code: 'NOT_ENOUGH',
    rifaId: rifa,
    remaining: 3,
  });
});

test('accepts orders over several rifas in opposite order atomically', async () => {
  const rifas = await Promise.all([addRifa(bed.db, 5000), addRifa(bed.db, 5000), addRifa(bed.db, 400)]);
  const results = await Promise.all(
    Array.from({ length: 120 }, async (_, index) => {
      const chosen = index % 2 ? rifas : rifas.toReversed();
      return writers[index % 2]!.reserve(
        request(
          buyer,
          chosen.map((rifa) => line(rifa, 5, [1 + index, 2 + index])),
        ),
      );
    }),
  );
  expect(results.filter((result) => result.ok)).toHaveLength(80);
  const rejected = results.filter((result) => !result.ok);
  expect(rejected).toEqual(rejected.map(() => ({ ok: false, code: 'SOLD_OUT', rifaId: rifas[2] })));
  const counts = await Promise.all(rifas.map((rifa) => checkNumberCounts(bed.db, rifa)));
  expect(counts.map(({ reserved }) => reserved)).toEqual([400, 400, 400]);
});

test.each(['draft', 'scheduled', 'closed', 'completed', 'cancelled'])(
  'a rifa that is %s sells nothing',
  async (status) => {
    const rifa = await addRifa(bed.db, 100, { status });
    expect(await reserve(buyer, [line(rifa, 1)])).toEqual({
      ok: false,
      code: 'RIFA_NOT_ACTIVE',
      rifaId: rifa,
    });
  },
);

test('rejects orders of a rifa past its draw date and of an unknown rifa', async () => {
  const rifa = await addRifa(bed.db, 100);
  await bed.db
    .updateTable('rifas')
    .set({ drawDate: new Date(0) })
    .where('id', '=', rifa)
    .execute();
  expect(await reserve(buyer, [line(rifa, 1)])).toMatchObject({ code: 'RIFA_NOT_ACTIVE' });
  expect(await reserve(buyer, [line(crypto.randomUUID(), 1)])).toMatchObject({ code: 'RIFA_NOT_ACTIVE' });
});

test('accepts the other orders of a batch with an invalid one', async () => {
  const rifa = await addRifa(bed.db, 1000);
  const results = await Promise.allSettled([
    reserve(buyer, [line(rifa, 1)]),
    reserve(crypto.randomUUID(), [line(rifa, 1)]),
    reserve(buyer, [line(rifa, 1)]),
  ]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((await checkNumberCounts(bed.db, rifa)).reserved).toBe(2);
});

test('returns BUSY at once beyond its capacity', async () => {
  const rifa = await addRifa(bed.db, 1000);
  const writer = createOrderBatchWriter(bed.platform, { capacity: 3 });
  const results = await Promise.all(
    Array.from({ length: 5 }, () => writer.reserve(request(buyer, [line(rifa, 1)]))),
  );
  expect(results.map((result) => result.ok)).toEqual([true, true, true, false, false]);
  expect(results.at(-1)).toEqual({ ok: false, code: 'BUSY' });
  await writer.close();
});

test('sells from ten million numbers', async () => {
  const rifa = await addRifa(bed.db, 10_000_000);
  const result = await reserve(buyer, [line(rifa, 1000)]);
  expect(result).toMatchObject({ ok: true });
  expect(await checkNumberCounts(bed.db, rifa)).toMatchObject({ total: 10_000_000, reserved: 1000 });
});
