import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import type { JsonValue } from '@mare/database/schema.ts';
import { REAL_STATS_REFRESH_MS } from '@mare/domain/social-proof/social-proof-mode.ts';
import { addBuyer, addOrderRow, addRifa } from '../orders/orders.testing.ts';
import { type Caches, createCaches } from '../platform/caching/caches.ts';
import { readSocialProof } from './read-social-proof.ts';

let database: TestDatabase;
let caches: Caches;
let now: Date;
const created: TestDatabase[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  created.push(database);
  caches = createCaches();
  now = new Date('2026-12-01T12:00:00Z');
});
afterAll(async () => {
  for (const database of created) await database.drop();
});

const read = (isDemo = true) =>
  readSocialProof({ db: database.db, caches, clock: { now: () => now }, config: { demo: isDemo } });
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

async function choose(value: JsonValue): Promise<void> {
  await database.db
    .updateTable('settings')
    .set({ value, version: 2 })
    .where('key', '=', 'social_proof')
    .execute();
}

async function addOrder(name: string, status: 'pending' | 'paid', createdAt: Date): Promise<void> {
  const { db } = database;
  const userId = await addBuyer(db);
  await db.updateTable('profiles').set({ name, city: 'Satuba' }).where('id', '=', userId).execute();
  const rifaId = await addRifa(db, 100);
  const { id } = await addOrderRow(db, {
    userId,
    rifaId,
    quantity: 2,
    totalAmount: '4.00',
    status,
    holdExpiresAt: new Date(createdAt.getTime() + 900_000),
    paidAt: status === 'paid' ? createdAt : null,
    createdAt,
  });
  await db
    .insertInto('orderItems')
    .values({
      orderId: id,
      rifaId,
      quantity: 2,
      unitPrice: '2.00',
      totalAmount: '4.00',
      selectedNumbers: [1, 2],
    })
    .execute();
}

test('shows real numbers outside the demonstration until the team chooses', async () => {
  expect(await read(false)).toMatchObject({ mode: 'real', stats: { soldCotas: 0 } });
});

test('defaults to illustrative in the demonstration, also with an invalid setting', async () => {
  expect(await read()).toEqual({ mode: 'ilustrativo', stats: null });
  for (const nonsense of [{}, { mode: 'muito' }, []]) {
    await choose(nonsense);
    now = new Date(now.getTime() + REAL_STATS_REFRESH_MS);
    expect(await read()).toEqual({ mode: 'ilustrativo', stats: null });
  }
});

// @covers storefront 7: one rifa, active ones, recommendations, stats
test('returns no stats when switched off', async () => {
  await choose({ mode: 'desligado' });
  expect(await read()).toEqual({ mode: 'desligado', stats: null });
});

test('returns stats for an empty shop', async () => {
  await choose({ mode: 'real' });
  expect((await read()).stats).toMatchObject({ soldCotas: 0, prizes: 0, winners: 0, purchases: [] });
});

test('counts real events and abbreviates buyers’ names', async () => {
  await choose({ mode: 'real' });
  await addOrder('Maria da Silva', 'paid', hoursAgo(2));
  await addOrder('Joana Lima', 'paid', hoursAgo(1));
  await addOrder('Rita Souza', 'paid', hoursAgo(30));
  await addOrder('Ana Dias', 'pending', hoursAgo(0));
  await addOrder('Eva Reis', 'pending', hoursAgo(5));
  const { stats } = await read();
  expect(stats).toMatchObject({ peopleBuying: 1, drawnRifas: 0 });
  expect(stats?.purchases).toEqual([
    { name: 'Joana L.', city: 'Satuba', cotas: 2, rifaTitle: 'Moto', paidAt: hoursAgo(1).toISOString() },
    { name: 'Maria S.', city: 'Satuba', cotas: 2, rifaTitle: 'Moto', paidAt: hoursAgo(2).toISOString() },
  ]);
});

test('caches the result for concurrent callers', async () => {
  const [first, second] = await Promise.all([read(), read()]);
  expect(second).toBe(first);
  await choose({ mode: 'desligado' });
  now = new Date(now.getTime() + REAL_STATS_REFRESH_MS - 1);
  expect((await read()).mode).toBe('ilustrativo');
  now = new Date(now.getTime() + 1);
  expect((await read()).mode).toBe('desligado');
});
