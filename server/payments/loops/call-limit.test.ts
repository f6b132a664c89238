import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CallLimit, createCallLimit } from './call-limit.ts';

const START = 32;
const CEILING = 128;
const FLOOR = 4;
const create = (start = START) => createCallLimit({ start, ceiling: CEILING });

/** Makes as many concurrent calls as the limit allows. @returns the number of successful ones */
async function makeRound(
  limit: CallLimit,
  isAnswered: (call: number, calls: number) => boolean,
): Promise<number> {
  const calls = limit.size;
  const results = await Promise.all(
    Array.from({ length: calls }, (_, call) =>
      limit.run(
        async () => isAnswered(call, calls),
        (answered) => answered,
      ),
    ),
  );
  return results.filter(Boolean).length;
}

const succeed = () => true;
const fail = () => false;

test('doubles with each successful round up to the ceiling', async () => {
  const limit = create();
  const sizes: number[] = [];
  for (let round = 0; round < 4; round++) {
    sizes.push(limit.size);
    await makeRound(limit, succeed);
  }
  expect(sizes).toEqual([32, 64, 128, 128]);
});

test('does not grow while most of it is unused', async () => {
  const limit = create();
  for (let run = 0; run < 500; run++)
    await limit.run(
      async () => true,
      () => true,
    );
  expect(limit.size).toBe(START);
});

test('falls to the floor when all calls fail, and recovers to half within a few rounds', async () => {
  const limit = create(CEILING);
  for (let round = 0; round < 20; round++) await makeRound(limit, fail);
  expect(limit.size).toBe(FLOOR);
  for (let round = 0; round < 4; round++) await makeRound(limit, succeed);
  expect(limit.size).toBe(CEILING / 2);
  for (let round = 0; round < 11; round++) await makeRound(limit, succeed);
  expect(limit.size).toBe(CEILING / 2 + 10);
});

test('keeps most of the ceiling while one call in a hundred is lost', async () => {
  const limit = create();
  let made = 0;
  for (let round = 0; round < 200; round++) await makeRound(limit, () => ++made % 100 > 0);
  expect(limit.size).toBeGreaterThan(CEILING / 2);
});

test('achieves nearly half the capacity of a provider that fails every call beyond it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: FLOOR, max: CEILING }),
      fc.integer({ min: FLOOR, max: CEILING }),
      async (start, capacity) => {
        const limit = create(start);
        let answered = 0;
        for (let round = 0; round < 100; round++)
          answered += await makeRound(limit, (_, calls) => calls <= capacity);
        expect(answered).toBeGreaterThan(100 * capacity * 0.4);
      },
    ),
    { numRuns: 60 },
  );
});

test('stays between floor and ceiling for any outcomes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(300), fc.constantFrom(true, false, null)), { maxLength: 40 }),
      async (bursts) => {
        const limit = create();
        for (const [calls, answered] of bursts) {
          await Promise.all(
            Array.from({ length: calls }, () =>
              limit.run(
                async () => undefined,
                () => answered,
              ),
            ),
          );
          expect(limit.size).toBeGreaterThanOrEqual(FLOOR);
          expect(limit.size).toBeLessThanOrEqual(CEILING);
        }
      },
    ),
  );
});

test('calls without a conclusive result do not change the limit', async () => {
  const limit = create();
  for (let round = 0; round < 20; round++)
    await Promise.all(
      Array.from({ length: limit.size }, () =>
        limit.run(
          async () => undefined,
          () => null,
        ),
      ),
    );
  expect(limit.size).toBe(START);
});
