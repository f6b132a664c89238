import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { addBuyer } from '../orders/orders.testing.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { systemClock, systemRandom } from '../platform/clock.ts';
import { createLog } from '../platform/log/log.ts';
import type { Platform } from '../platform/platform.ts';
import { createLiveNotifications } from './live-notifications.ts';
import { createNotificationsRoutes } from './notifications.routes.ts';
import { type NewNotification, sendNotification } from './send-notification.ts';

let database: TestDatabase;
let platform: Platform;
let routes: ReturnType<typeof createNotificationsRoutes>;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db, pool } = database;
  platform = {
    db,
    pool,
    caches: createCaches(),
    clock: systemClock,
    random: systemRandom,
    log: createLog('silent'),
  } as unknown as Platform;
  const liveNotifications = createLiveNotifications(platform);
  routes = createNotificationsRoutes(liveNotifications);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.deleteFrom('notifications').execute();
  await database.db.deleteFrom('activityLogs').execute();
});

const clientOf = (userId: string, role: 'buyer' | 'support' | 'admin' = 'buyer') =>
  createRouterClient(routes, { context: testContext(platform, { userId, role }) });

const notify = (userId: string | null, title: string, changes: Partial<NewNotification> = {}) =>
  platform.db
    .transaction()
    .execute((trx) =>
      sendNotification(trx, platform, { userId, type: 'info', title, message: 'Olá', ...changes }),
    );

const titles = async (client: ReturnType<typeof clientOf>, filter: 'all' | 'unread' = 'all') =>
  (await client.list({ filter })).notifications.map(({ title }) => title);

// @covers community 3: notification: type, title, message, data, read; null user is a global one
//   [server/notifications/send-notification.ts]
// @covers community 3: activity: who, what, entity, address [server/activity-log/record-activity.ts]
// @covers community 7: own and broadcast notifications newest first, 50 at a time
//   [server/notifications/notifications.routes.ts]
// @covers community 9: 50 notifications fetched, 5 in the dropdown, 100 activities, preview of 100 characters
//   [server/notifications/notifications.routes.ts]
test('lists the caller’s notifications and broadcasts, newest first', async () => {
  const [ana, bia] = [await addBuyer(database.db), await addBuyer(database.db)];
  await notify(ana, 'um');
  await notify(null, 'dois');
  await notify(bia, 'alheia');
  await notify(ana, 'três', { data: { href: '/dashboard' } });
  expect(await titles(clientOf(ana))).toEqual(['três', 'dois', 'um']);
  const { notifications } = await clientOf(ana).list({});
  expect(notifications.map(({ href }) => href)).toEqual(['/dashboard', null, null]);
});

test.each(['https://golpe.example', '//golpe.example', '/\\golpe.example', 7])(
  'drops a link out of the site: %s',
  async (href) => {
    const ana = await addBuyer(database.db);
    await notify(ana, 'um', { data: { href } });
    expect((await clientOf(ana).list({})).notifications[0]!.href).toBeNull();
  },
);

test('sends one notification per deduplication key', async () => {
  const ana = await addBuyer(database.db);
  const sent = [
    await notify(ana, 'um', { deduplicationKey: 'order-paid:1' }),
    await notify(ana, 'um', { deduplicationKey: 'order-paid:1' }),
  ];
  expect(sent).toEqual([true, false]);
  expect(await titles(clientOf(ana))).toEqual(['um']);
});

// @covers community 4: unread to read, one or all; a press on an unread one marks it; the count never goes below 0
//   [server/notifications/mark-read.ts]
test('marks one or all as read for the caller only, and never counts below zero', async () => {
  const [ana, bia] = [await addBuyer(database.db), await addBuyer(database.db)];
  await notify(ana, 'um');
  await notify(null, 'dois');
  await notify(null, 'três');
  const [third, second] = (await clientOf(ana).list({})).notifications;
  expect(await clientOf(ana).unread()).toEqual({ unread: 3 });
  expect(await clientOf(ana).markRead({ id: second!.id })).toEqual({ unread: 2 });
  expect(await clientOf(ana).markRead({ id: second!.id })).toEqual({ unread: 2 });
  expect(await titles(clientOf(ana), 'unread')).toEqual(['três', 'um']);
  expect(await clientOf(ana).markAllRead()).toEqual({ unread: 0 });
  expect(await clientOf(ana).markAllRead()).toEqual({ unread: 0 });
  expect(await clientOf(ana).markRead({ id: third!.id })).toEqual({ unread: 0 });
  expect(await titles(clientOf(ana), 'unread')).toEqual([]);
  expect((await clientOf(ana).list({})).notifications.every(({ read }) => read)).toBe(true);
  expect(await clientOf(bia).unread()).toEqual({ unread: 2 });
});

test('rejects marking another person’s notification', async () => {
  const [ana, bia] = [await addBuyer(database.db), await addBuyer(database.db)];
  await notify(ana, 'um');
  const [own] = (await clientOf(ana).list({})).notifications;
  await expect(clientOf(bia).markRead({ id: own!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await clientOf(ana).unread()).toEqual({ unread: 1 });
});

test('shows broadcasts from before sign-up as read', async () => {
  const ana = await addBuyer(database.db);
  const { db } = database;
  for (const [title, createdAt] of [
    ['antiga', '2026-05-04T12:00:00.122Z'],
    ['do mesmo milésimo', '2026-05-04T12:00:00.123Z'],
    ['nova', '2026-05-04T12:00:00.124Z'],
  ] as const) {
    await notify(null, title);
    await db.updateTable('notifications').set({ createdAt }).where('title', '=', title).execute();
  }
  await db
    .updateTable('profiles')
    .set({ createdAt: '2026-05-04T12:00:00.123456Z' })
    .where('id', '=', ana)
    .execute();
  expect(await clientOf(ana).unread()).toEqual({ unread: 2 });
  const { notifications } = await clientOf(ana).list({});
  expect(notifications.map(({ title, read }) => [title, read])).toEqual([
    ['nova', false],
    ['do mesmo milésimo', false],
    ['antiga', true],
  ]);
});

test('pages 50 notifications at a time without repeats', async () => {
  const ana = await addBuyer(database.db);
  for (let at = 0; at < 120; at++) await notify(at % 3 === 0 ? null : ana, `n${at}`);
  const received: string[] = [];
  const sizes: number[] = [];
  for (let cursor: number | undefined; ;) {
    const page = await clientOf(ana).list({ cursor });
    sizes.push(page.notifications.length);
    received.push(...page.notifications.map(({ title }) => title));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(sizes).toEqual([50, 50, 20]);
  expect(received).toEqual(Array.from({ length: 120 }, (_, at) => `n${119 - at}`));
});

test('accepts announcements only from admins, with title and message', async () => {
  const [admin, ana] = [await addBuyer(database.db), await addBuyer(database.db)];
  for (const blank of [
    { title: ' ', message: 'Olá' },
    { title: 'Olá', message: '\n' },
  ])
    await expect(clientOf(admin, 'admin').announce(blank)).rejects.toMatchObject({
      code: 'BLANK_NOTIFICATION',
    });
  const words = { title: ' Sorteio amanhã ', message: 'Às 19h.' };
  for (const role of ['buyer', 'support'] as const)
    await expect(clientOf(ana, role).announce(words)).rejects.toMatchObject({ code: 'NOT_ADMIN' });
  await clientOf(admin, 'admin').announce(words);
  const { notifications } = await clientOf(ana).list({});
  expect(notifications).toMatchObject([{ title: 'Sorteio amanhã', message: 'Às 19h.', type: 'admin' }]);
  const activities = await database.db.selectFrom('activityLogs').selectAll().execute();
  expect(activities).toMatchObject([{ action: 'send-announcement', ipAddress: '203.0.113.7' }]);
});
