import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { PURCHASE_PLANS } from '@mare/domain/rifas/prices/purchase-plan.ts';
import { readPurchaseTiers } from './read-purchase-tiers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('returns the default plans until others are saved', async () => {
  const { db } = database;
  expect(await readPurchaseTiers(db)).toEqual(PURCHASE_PLANS);
  const value = {
    tier2: { name: 'Grande', quantity: 50, bonus_percentage: 10 },
    tier1: { name: 'Pequeno', quantity: 5, bonus_percentage: 0 },
  };
  await db.updateTable('settings').set({ value, version: 2 }).where('key', '=', 'purchase_tiers').execute();
  expect((await readPurchaseTiers(db)).map((plan) => plan.name)).toEqual(['Pequeno', 'Grande']);
});
