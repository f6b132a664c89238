/** Live notifications over HTTP, across processes and lost connections. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createORPCClient, getEventMeta } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@mare/contract/contract.ts';
import type { LiveEvent } from '@mare/contract/notifications/notifications.ts';
import type { DB } from '@mare/database/schema.ts';
import { startAuthService, type TestAuthService } from '../accounts/accounts.testing.ts';
import { banUser } from '../accounts/safety/ban-user.ts';
import { createLiveNotifications } from './live-notifications.ts';
import { sendNotification } from './send-notification.ts';

type Client = ContractRouterClient<typeof contract>;

let service: TestAuthService;
let child: ChildProcess;
let origin: string;

beforeAll(async () => {
  service = await startAuthService();
  const program = fileURLToPath(new URL('./serve-notifications.testing.ts', import.meta.url));
  child = spawn(process.execPath, [program, databaseUrl(), service.platform.config.publicUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface(child.stdout!), 'line')) as [string];
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  child.stdin!.end();
  await once(child, 'exit');
  await service.stop();
});

const databaseUrl = () => (service.platform.pool.options as { connectionString: string }).connectionString;

/** A buyer with a client of the other process's API. */
async function person(email: string): Promise<{
  userId: string;
  sessionId: string;
  auth: ReturnType<TestAuthService['newClient']>;
  client: Client;
}> {
  const auth = service.newClient();
  const { data } = await auth.signUp({ email, password: 'segredo123' });
  const claims = await auth.getClaims(data.session!.access_token);
  const link = new OpenAPILink(contract, {
    url: `${origin}/api`,
    headers: { authorization: `Bearer ${data.session!.access_token}` },
  });
  const sessionId = claims.data!.claims.session_id;
  return { userId: data.user!.id, sessionId, auth, client: createORPCClient(link) };
}

const notify = (userId: string | null, title: string) =>
  service.platform.db.transaction().execute((trx) => notifyWithin(trx, userId, title));

const notifyWithin = (trx: Transaction<DB>, userId: string | null, title: string) =>
  sendNotification(trx, service.platform, { userId, type: 'info', title, message: 'Olá' });

/** An open stream, read one title at a time. */
async function connect(client: Client, lastEventId?: string) {
  const closing = new AbortController();
  const events = await client.notifications.live(undefined, { signal: closing.signal, lastEventId });
  let last = lastEventId;
  const next = async (): Promise<LiveEvent> => {
    const { value, done } = await events.next();
    if (done) throw new Error('the stream ended');
    last = getEventMeta(value)?.id ?? last;
    return value;
  };
  return {
    next,
    ended: async () => (await events.next()).done === true,
    title: async () => {
      const event = await next();
      return event.kind === 'arrived' ? event.notification.title : event.kind;
    },
    lastId: () => last!,
    close: () => closing.abort(),
  };
}

test('delivers own notifications and broadcasts to a browser of another process', async () => {
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

test('a reconnecting browser receives exactly what it missed, including late commits', async () => {
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
  const heard: string[] = [];
  while (heard.length < titles.length) {
    heard.push(await connection.title());
    if (heard.length % 7 !== 0) continue;
    connection.close();
    connection = await connect(client, connection.lastId());
  }
  await writing;
  await notify(userId, 'fim');
  expect(await connection.title()).toBe('fim');
  expect(heard.toSorted()).toEqual(titles.toSorted());
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
  const [closed, open] = [live.subscribe(flor, null), live.subscribe(flor, null)];
  expect([(await closed.next()).done, (await open.next()).done]).toEqual([false, false]);
  const pending = closed.next();
  await closed.return();
  expect((await pending).done).toBe(true);
  expect(live.size).toBe(1);
  const last = open.next();
  await live.stop();
  expect((await last).done).toBe(true);
  expect(live.size).toBe(0);
  expect((await live.subscribe(flor, null).next()).done).toBe(true);
});

test('keeps at most the newest 12 connections of a person', async () => {
  const live = createLiveNotifications(service.platform);
  const gil = await person('gil@exemplo.com.br');
  const all = Array.from({ length: 13 }, () => live.subscribe(gil, null));
  expect((await all[0]!.next()).done).toBe(true);
  expect((await all[12]!.next()).done).toBe(false);
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
    { userId: hugo.userId, address: null },
    {
      userId: iris.userId,
      until: new Date(Date.now() + 86_400_000),
      reason: 'fraude',
    },
  );
  expect(await iriss.ended()).toBe(true);
});

test('ends a stream whose session had ended before it listened', async () => {
  const live = createLiveNotifications(service.platform);
  const { userId, sessionId, auth } = await person('joca@exemplo.com.br');
  await auth.signOut();
  const stream = live.subscribe({ userId, sessionId }, null);
  expect((await stream.next()).done).toBe(true);
  await live.stop();
});

test('rejects visitors', async () => {
  expect((await fetch(`${origin}/api/notifications/live`)).status).toBe(401);
});
