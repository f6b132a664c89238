import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { addBuyer } from '../orders/orders.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { systemClock } from '../platform/clock.ts';
import type { Platform } from '../platform/platform.ts';
import { activityLogRoutes } from './activity-log.routes.ts';
import { recordActivity } from './record-activity.ts';

let database: TestDatabase;
let platform: Platform;
beforeAll(async () => {
  database = await createTestDatabase();
  platform = { db: database.db, clock: systemClock } as unknown as Platform;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.deleteFrom('activityLogs').execute();
});

const clientOf = (userId: string, role: 'buyer' | 'support' | 'admin' = 'buyer') =>
  createRouterClient(activityLogRoutes, { context: testContext(platform, { userId, role }) });

async function addActivity(userId: string | null, action: string, entityType: string): Promise<void> {
  const description = `Fez ${action}.`;
  await recordActivity(platform.db, platform, { userId, action, entityType, description });
}

// @covers community 2: activities: the last 100; search by action, entity type or name; filter by entity type;
//   'Usuário desconhecido' [server/activity-log/list-activities.ts]
test('lists a buyer’s own activities, all of them to an admin, filtered by text and entity type', async () => {
  const [ana, bia] = [await addBuyer(database.db), await addBuyer(database.db)];
  await platform.db.updateTable('profiles').set({ name: 'Bia Lins' }).where('id', '=', bia).execute();
  await addActivity(ana, 'sign-in', 'account');
  await addActivity(bia, 'pay-order', 'order');
  await addActivity(null, 'expire-order', 'order');
  const listActions = async (client: ReturnType<typeof clientOf>, filter = {}) =>
    (await client.activities(filter)).activities.map(({ action }) => action);
  expect(await listActions(clientOf(ana))).toEqual(['sign-in']);
  const admin = clientOf(ana, 'admin');
  expect(await listActions(admin)).toEqual(['expire-order', 'pay-order', 'sign-in']);
  expect(await listActions(admin, { entityType: 'order' })).toEqual(['expire-order', 'pay-order']);
  expect(await listActions(admin, { search: 'lins' })).toEqual(['pay-order']);
  expect(await listActions(admin, { search: 'SIGN' })).toEqual(['sign-in']);
  expect(await listActions(admin, { search: 'account' })).toEqual(['sign-in']);
  // The label of the type, as the entry shows it.
  expect(await listActions(admin, { search: 'pedidos' })).toEqual(['expire-order', 'pay-order']);
  expect(await listActions(admin, { search: '%' })).toEqual([]);
  expect(await listActions(clientOf(bia), { search: 'sign' })).toEqual([]);
  const { activities, entityTypes } = await admin.activities({});
  expect(entityTypes).toEqual(['account', 'order']);
  expect(activities[0]).toMatchObject({
    userName: 'Usuário desconhecido',
    userEmail: '',
    description: 'Fez expire-order.',
  });
  expect(activities[1]).toMatchObject({ userName: 'Bia Lins' });
  expect(activities[0]).not.toHaveProperty('details');
});

test('finds the displayed words of an entry, ignoring accents', async () => {
  const ana = await addBuyer(database.db);
  await recordActivity(platform.db, platform, {
    userId: ana,
    action: 'correct-contact',
    entityType: 'person',
    description: 'Corrigiu o contato de José Araújo.',
  });
  const admin = clientOf(ana, 'admin');
  const found = await Promise.all(
    ['araujo', 'JOSÉ', 'corrigiu o contato', 'correct-contact', 'pagou'].map((search) =>
      admin.log({ search }),
    ),
  );
  expect(found.map(({ activities }) => activities.length)).toEqual([1, 1, 1, 1, 0]);
});

test('lists the latest 100 activities', async () => {
  const ana = await addBuyer(database.db);
  for (let index = 0; index < 105; index++) await addActivity(ana, `n${index}`, 'order');
  const { activities } = await clientOf(ana).activities({});
  expect(activities).toHaveLength(100);
  expect(activities[0]!.action).toBe('n104');
});

test('pages the full log for an admin, filtered by person and day, with before and after', async () => {
  const ana = await addBuyer(database.db);
  const admin = clientOf(ana, 'admin');
  for (let index = 0; index < 60; index++) await addActivity(ana, `n${index}`, 'order');
  await recordActivity(
    platform.db,
    { clock: { now: () => new Date('2026-03-01T02:30:00Z') } },
    {
      userId: null,
      action: 'change-rifa',
      entityType: 'rifa',
      description: 'Mudou.',
      details: { before: { a: 1 }, after: { a: 2 } },
    },
  );
  const first = await admin.log({});
  expect(first.activities).toHaveLength(50);
  expect(first.activities[0]).toMatchObject({
    action: 'change-rifa',
    details: { before: { a: 1 }, after: { a: 2 } },
  });
  const second = await admin.log({ cursor: first.nextCursor! });
  expect(second).toMatchObject({ nextCursor: null });
  expect(second.activities.at(-1)!.action).toBe('n0');
  expect(new Set([...first.activities, ...second.activities].map(({ id }) => id)).size).toBe(61);
  const listActions = async (input: Parameters<typeof admin.log>[0]) =>
    (await admin.log(input)).activities.map(({ action }) => action);
  // 23:30 of the previous day in Maceió.
  expect(await listActions({ day: '2026-02-28' })).toEqual(['change-rifa']);
  expect(await listActions({ day: '2026-03-01' })).toEqual([]);
  expect(await listActions({ search: 'n59' })).toEqual(['n59']);
  expect(await listActions({ userId: ana, entityType: 'rifa' })).toEqual([]);
});
