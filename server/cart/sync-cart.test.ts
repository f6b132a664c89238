import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SyncedCartItem } from '@mare/contract/cart/cart.ts';
import { connectPool } from '@mare/database/connection/connect.ts';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { recordStatements } from '@mare/database/testing/statements.testing.ts';
import { countWalBytes } from '@mare/database/testing/wal.testing.ts';
import { addBuyer, addRifa } from '../orders/orders.testing.ts';
import { type Caches, createCaches } from '../platform/caching/caches.ts';
import { readCartLines } from './person-cart.ts';
import { syncCart } from './sync-cart.ts';

/** WAL bytes per sync, including its commit. */
const MAX_WAL_BYTES = 600;

let database: TestDatabase;
let platform: { pool: TestDatabase['pool']; caches: Caches };
let rifaId: string;
beforeAll(async () => {
  // A single connection, because WAL is counted per connection.
  database = await createTestDatabase({ maxConnections: 1 });
  platform = { pool: database.pool, caches: createCaches() };
  rifaId = await addRifa(database.db, 100_000);
});
afterAll(() => database.drop());

const newSession = () => `anon_${randomUUID().replaceAll('-', '')}`;

const newLine = (more: Partial<SyncedCartItem> = {}): SyncedCartItem => ({
  id: randomUUID(),
  rifaId,
  quantity: 5,
  tier: null,
  selectedNumbers: [11, 222, 3_333, 44_444, 55_555],
  addedAt: '2026-11-21T12:00:00.000Z',
  rifaTitle: 'Honda CG 160 zero quilômetro',
  rifaPriceCentavos: 200,
  rifaImage: '/imagens/moto.webp',
  totalNumbers: 100_000,
  ...more,
});

test.each<[string, (lines: SyncedCartItem[]) => SyncedCartItem[], number]>([
  ['changes one line', ([first, ...others]) => [{ ...first!, quantity: 6 }, ...others], MAX_WAL_BYTES],
  ['adds a line', (lines) => [...lines, newLine()], MAX_WAL_BYTES],
  ['removes a line', (lines) => lines.slice(1), MAX_WAL_BYTES],
  ['changes nothing', (lines) => lines, 0],
])('a sync that %s writes only that to the log', async (_, change, maxBytes) => {
  const bytesPerSync: number[] = [];
  for (let round = 0; round < 20; round++) {
    const sessionId = newSession();
    const lines = [newLine(), newLine(), newLine()];
    await syncCart(platform, { sessionId, userId: null, items: lines });
    const changed = change(lines);
    bytesPerSync.push(
      await countWalBytes(database.pool, async () => {
        const synced = await syncCart(platform, { sessionId, userId: null, items: changed });
        expect(synced).toMatchObject({ ok: true, saved: changed.length });
      }),
    );
  }
  // The median, because an occasional page split costs more.
  expect(bytesPerSync.toSorted((a, b) => a - b)[bytesPerSync.length / 2]).toBeLessThanOrEqual(maxBytes);
});

test('syncs a cart in one statement', async () => {
  const statements = recordStatements(database.pool);
  const cart = { sessionId: newSession(), userId: null };
  const lines = [newLine(), newLine()];
  for (const items of [lines, lines.slice(1), [{ ...lines[1]!, quantity: 9 }, newLine()], []]) {
    await syncCart(platform, { ...cart, items });
    expect(statements.splice(0)).toHaveLength(1);
  }
});

const anyLine = fc.record({
  id: fc.nat(4),
  quantity: fc.integer({ min: 1, max: 3 }),
  selectedNumbers: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
  chosen: fc.boolean(),
  tier: fc.constantFrom(null, 'tier1'),
});

test('stores the cart of the last sync', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uniqueArray(anyLine, { selector: ({ id }) => id }), { minLength: 1 }),
      async (carts) => {
        const [sessionId, ids] = [newSession(), Array.from({ length: 5 }, () => randomUUID())];
        for (const cart of carts) {
          const items = cart.map((line) => newLine({ ...line, id: ids[line.id]! }));
          expect(await syncCart(platform, { sessionId, userId: null, items })).toMatchObject({
            ok: true,
            saved: items.length,
          });
          const stored = await readCartLines(database.db, sessionId);
          const expected = cart.map(({ id, ...line }) => ({ ...line, id: ids[id] }));
          expect(stored).toHaveLength(expected.length);
          expect(stored).toMatchObject(
            expect.arrayContaining(expected.map((line) => expect.objectContaining(line))),
          );
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('stores exactly one of the carts of concurrent syncs', async () => {
  const pool = connectPool({ url: database.url, max: 8 });
  try {
    for (let round = 0; round < 15; round++) {
      const sessionId = newSession();
      const carts = Array.from({ length: 8 }, () => [newLine(), newLine()]);
      await Promise.all(
        carts.map((items) =>
          syncCart({ pool: pool, caches: createCaches() }, { sessionId, userId: null, items }),
        ),
      );
      const stored = (await readCartLines(database.db, sessionId)).map(({ id }) => id).toSorted();
      expect(carts.map((items) => items.map(({ id }) => id).toSorted())).toContainEqual(stored);
    }
  } finally {
    await pool.end();
  }
});

test('applies concurrent syncs of one process in their order', async () => {
  const sessionId = newSession();
  const carts = [[newLine()], [], [newLine(), newLine()], [newLine()]];
  const results = await Promise.all(
    carts.map((items) => syncCart(platform, { sessionId, userId: null, items })),
  );
  expect(results).toMatchObject(
    [1, 2, 3, 4].map((version) => ({ ok: true, saved: carts[version - 1]!.length, version })),
  );
  expect(await readCartLines(database.db, sessionId)).toMatchObject([{ id: carts[3]![0]!.id }]);
});

test('stores the other carts of a batch when one cannot be stored', async () => {
  const taken = { ...newLine(), rifaPriceCentavos: 1 };
  const carts = [newSession(), newSession(), newSession()].map((sessionId, index) => ({
    sessionId,
    userId: index === 1 ? randomUUID() : null,
    items: [index === 2 ? newLine() : taken],
  }));
  const results = await Promise.allSettled(carts.map((cart) => syncCart(platform, cart)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('never changes a line of another session', async () => {
  const [ownSession, otherSession] = [newSession(), newSession()];
  const taken = newLine();
  await syncCart(platform, { sessionId: otherSession, userId: null, items: [taken] });
  const items = [{ ...taken, quantity: 1 }, newLine()];
  expect(await syncCart(platform, { sessionId: ownSession, userId: null, items })).toMatchObject({
    saved: 1,
  });
  expect(await readCartLines(database.db, otherSession)).toMatchObject([{ id: taken.id, quantity: 5 }]);
});

test('returns the same result when a request is repeated after a lost response', async () => {
  const userId = await addBuyer(database.db);
  const cart = { sessionId: newSession(), userId, items: [newLine()] };
  await syncCart(platform, { ...cart, items: [] });
  const first = await syncCart(platform, { ...cart, version: 1 });
  expect(first).toMatchObject({ ok: true, saved: 1, version: 2 });
  expect(await syncCart(platform, { ...cart, version: 1 })).toEqual(first);
});
