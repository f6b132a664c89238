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

const as = (userId: string, role: 'buyer' | 'support' | 'admin' = 'buyer') =>
  createRouterClient(activityLogRoutes, { context: testContext(platform, { userId, role }) });

async function act(userId: string | null, action: string, entityType: string): Promise<void> {
  const description = `Fez ${action}.`;
  await recordActivity(platform.db, platform, { userId, action, entityType, description });
}

// @covers community 2: activities: the last 100; search by action, entity type or name; filter by entity type;
//   'Usuário desconhecido' [server/activity-log/list-activities.ts]
test('lists a buyer’s own activities, all of them to an admin, filtered by text and entity type', async () => {
  const [ana, bia] = [await addBuyer(database.db), await addBuyer(database.db)];
  await platform.db.updateTable('profiles').set({ name: 'Bia Lins' }).where('id', '=', bia).execute();
  await act(ana, 'sign-in', 'account');
  await act(bia, 'pay-order', 'order');
  await act(null, 'expire-order', 'order');
  const actions = async (client: ReturnType<typeof as>, filter = {}) =>
    (await client.activities(filter)).activities.map(({ action }) => action);
  expect(await actions(as(ana))).toEqual(['sign-in']);
  const admin = as(ana, 'admin');
  expect(await actions(admin)).toEqual(['expire-order', 'pay-order', 'sign-in']);
  expect(await actions(admin, { entityType: 'order' })).toEqual(['expire-order', 'pay-order']);
  expect(await actions(admin, { search: 'lins' })).toEqual(['pay-order']);
  expect(await actions(admin, { search: 'SIGN' })).toEqual(['sign-in']);
  expect(await actions(admin, { search: 'account' })).toEqual(['sign-in']);
  // The label of the type, as the entry shows it.
  expect(await actions(admin, { search: 'pedidos' })).toEqual(['expire-order', 'pay-order']);
  expect(await actions(admin, { search: '%' })).toEqual([]);
  expect(await actions(as(bia), { search: 'sign' })).toEqual([]);
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
  const admin = as(ana, 'admin');
  const found = await Promise.all(
    ['araujo', 'JOSÉ', 'corrigiu o contato', 'correct-contact', 'pagou'].map((search) =>
      admin.log({ search }),
    ),
  );
  expect(found.map(({ activities }) => activities.length)).toEqual([1, 1, 1, 1, 0]);
});

test('lists the latest 100 activities', async () => {
  const ana = await addBuyer(database.db);
  for (let at = 0; at < 105; at++) await act(ana, `n${at}`, 'order');
  const { activities } = await as(ana).activities({});
  expect(activities).toHaveLength(100);
  expect(activities[0]!.action).toBe('n104');
});

test('pages the full log for an admin, filtered by person and day, with before and after', async () => {
  const ana = await addBuyer(database.db);
  const admin = as(ana, 'admin');
  for (let at = 0; at < 60; at++) await act(ana, `n${at}`, 'order');
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
  const actions = async (input: Parameters<typeof admin.log>[0]) =>
    (await admin.log(input)).activities.map(({ action }) => action);
  // 23:30 of the previous day in Maceió.
  expect(await actions({ day: '2026-02-28' })).toEqual(['change-rifa']);
  expect(await actions({ day: '2026-03-01' })).toEqual([]);
  expect(await actions({ search: 'n59' })).toEqual(['n59']);
  expect(await actions({ userId: ana, entityType: 'rifa' })).toEqual([]);
});
