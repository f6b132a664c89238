/** Live notifications over HTTP, across processes and lost connections. */
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DB } from '@mare/database/schema.ts';
import { startAuthService, type TestAuthService } from '../accounts/accounts.testing.ts';
import { banUser } from '../accounts/safety/ban-user.ts';
import { createLiveNotifications } from './live-notifications.ts';
import { connect, type OtherProcess, startOtherProcess } from './live-notifications.testing.ts';
import { sendNotification } from './send-notification.ts';

let service: TestAuthService;
let otherProcess: OtherProcess;

beforeAll(async () => {
  service = await startAuthService();
  otherProcess = await startOtherProcess(service);
});
afterAll(async () => {
  await otherProcess.stop();
  await service.stop();
});

const person = (email: string) => otherProcess.person(email);

const notify = (userId: string | null, title: string) =>
  service.platform.db.transaction().execute((trx) => notifyWithin(trx, userId, title));

const notifyWithin = (trx: Transaction<DB>, userId: string | null, title: string) =>
  sendNotification(trx, service.platform, { userId, type: 'info', title, message: 'Olá' });

test('delivers personal notifications and broadcasts to a browser of another process', async () => {
  const [ana, bia] = [await person('ana@exemplo.com.br'), await person('bia@exemplo.com.br')];
  const [anas, bias] = [await connect(ana.client), await connect(bia.client)];
  expect(await anas.next()).toMatchObject({ kind: 'ready', unread: 0 });
  expect(await bias.title()).toBe('ready');
  await notify(ana.userId, 'Só para Ana');
  expect(await anas.title()).toBe('Só para Ana');
  await notify(null, 'Para todas');
  expect(await anas.title()).toBe('Para todas');
  expect(await bias.title()).toBe('Para todas');
  anas.close();
  bias.close();
});

test('sends a reconnecting browser exactly the missed notifications, including late commits', async () => {
  const { userId, client } = await person('carla@exemplo.com.br');
  const first = await connect(client);
  await first.next();
  let slowBegan!: () => void;
  let slowMayEnd!: () => void;
  const began = new Promise<void>((resolve) => (slowBegan = resolve));
  const mayEnd = new Promise<void>((resolve) => (slowMayEnd = resolve));
  const slow = service.platform.db.transaction().execute(async (trx) => {
    await notifyWithin(trx, userId, 'devagar');
    slowBegan();
    await mayEnd;
  });
  await began;
  await notify(userId, 'ligeiro');
  expect(await first.title()).toBe('ligeiro');
  first.close();
  slowMayEnd();
  await slow;
  await notify(userId, 'depois');
  const second = await connect(client, first.lastId());
  expect([await second.title(), await second.title()]).toEqual(['devagar', 'depois']);
  await notify(userId, 'agora');
  expect(await second.title()).toBe('agora');
  second.close();
});

// @covers community 4: own and broadcast ones arrive live, across processes, none lost or doubled
//   [server/notifications/live-notifications.ts]
test('loses and repeats nothing under concurrent writes and reconnects', async () => {
  const { userId, client } = await person('dora@exemplo.com.br');
  let connection = await connect(client);
  await connection.next();
  const titles = Array.from({ length: 60 }, (_, at) => `n${at}`);
  const writing = Promise.all(titles.map((title) => notify(userId, title)));
  const received: string[] = [];
  while (received.length < titles.length) {
    received.push(await connection.title());
    if (received.length % 7 !== 0) continue;
    connection.close();
    connection = await connect(client, connection.lastId());
  }
  await writing;
  await notify(userId, 'fim');
  expect(await connection.title()).toBe('fim');
  expect(received.toSorted()).toEqual(titles.toSorted());
  connection.close();
});

test('delivers after the LISTEN connection was killed', async () => {
  const { userId, client } = await person('elis@exemplo.com.br');
  const connection = await connect(client);
  await connection.next();
  const killed = await sql<{ pid: number }>`
    select pg_terminate_backend(pid), pid from pg_stat_activity
    where datname = current_database() and query in ('listen notifications', 'select 1')
      and pid <> pg_backend_pid()`.execute(service.platform.db);
  expect(killed.rows.length).toBeGreaterThan(0);
  await notify(userId, 'depois da queda');
  expect(await connection.title()).toBe('depois da queda');
  connection.close();
});

test('releases closed connections and ends open ones on stop', async () => {
  const live = createLiveNotifications(service.platform);
  const flor = await person('flor@exemplo.com.br');
  const [closed, open] = [live.subscribe(flor, null).read(), live.subscribe(flor, null).read()];
  expect([(await closed.next()).done, (await open.next()).done]).toEqual([false, false]);
  const pending = closed.next();
  await closed.return();
  expect((await pending).done).toBe(true);
  expect(live.size).toBe(1);
  const last = open.next();
  await live.stop();
  expect((await last).done).toBe(true);
  expect(live.size).toBe(0);
  expect((await live.subscribe(flor, null).read().next()).done).toBe(true);
});

test('keeps at most the newest 12 connections of a person', async () => {
  const live = createLiveNotifications(service.platform);
  const gil = await person('gil@exemplo.com.br');
  const connections = Array.from({ length: 13 }, () => live.subscribe(gil, null).read());
  expect((await connections[0]!.next()).done).toBe(true);
  expect((await connections[12]!.next()).done).toBe(false);
  expect(live.size).toBe(12);
  await live.stop();
});

test('ends the streams of a session in another process when the session ends', async () => {
  const hugo = await person('hugo@exemplo.com.br');
  const iris = await person('iris@exemplo.com.br');
  const [hugos, iriss] = [await connect(hugo.client), await connect(iris.client)];
  await hugos.next();
  await iriss.next();
  await hugo.auth.signOut();
  expect(await hugos.ended()).toBe(true);

  await iris.auth.signOut({ scope: 'others' });
  await notify(iris.userId, 'continua');
  expect(await iriss.title()).toBe('continua');
  await banUser(
    service.platform,
    { userId: hugo.userId, ipAddress: null },
    {
      userId: iris.userId,
      until: new Date(Date.now() + 86_400_000),
      reason: 'fraude',
    },
  );
  expect(await iriss.ended()).toBe(true);
});

test('ends a stream whose session ended before it listened', async () => {
  const live = createLiveNotifications(service.platform);
  const { userId, sessionId, auth } = await person('joca@exemplo.com.br');
  await auth.signOut();
  const stream = live.subscribe({ userId, sessionId }, null).read();
  expect((await stream.next()).done).toBe(true);
  await live.stop();
});

test('rejects visitors', async () => {
  expect((await fetch(`${otherProcess.origin}/api/notifications/live`)).status).toBe(401);
});
