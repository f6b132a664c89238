/** Calls every operation that takes an id with a record of another buyer: 404, and nothing changes. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoShop, startDemoShop } from './demo-shop.testing.ts';
import { type JsonSchema, type Operation, operationsIn } from './requests/operations.testing.ts';
import { OPEN, requestsOfStranger } from './requests/stranger-requests.testing.ts';
import { CACHED_READS } from '../endpoints/cached-reads.ts';
import { createLog } from '../platform/log/log.ts';

let shop: DemoShop;
let operations: Operation[];
let stranger: string;
let owner: string;
let owned: Awaited<ReturnType<typeof prepareOwnedRecords>>;

beforeAll(async () => {
  shop = await startDemoShop(createLog('silent'));
  operations = operationsIn(await (await shop.app.request('/api/openapi.json')).json());
  owner = await shop.signIn('maria@exemplo.com.br', 'maria123');
  stranger = await shop.signIn('joana@exemplo.com.br', 'joana123');
  owned = await prepareOwnedRecords();
});
afterAll(() => shop.stop());

/** Records of Maria, the owner. */
async function prepareOwnedRecords() {
  const { db } = shop.platform;
  const { id: userId } = await db
    .selectFrom('profiles')
    .innerJoin('auth.users', 'auth.users.id', 'profiles.id')
    .select('profiles.id')
    .where('auth.users.email', '=', 'maria@exemplo.com.br')
    .executeTakeFirstOrThrow();
  const idIn = async (
    table: 'orders' | 'supportTickets' | 'notifications' | 'serviceVouchers' | 'auth.sessions',
  ) =>
    (await db.selectFrom(table).select('id').where('userId', '=', userId).limit(1).executeTakeFirstOrThrow())
      .id;
  const prize = await db
    .selectFrom('rifaWinners')
    .select('id')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const paid = await db
    .selectFrom('orders')
    .select('externalReference')
    .where('userId', '=', userId)
    .where('status', '=', 'paid')
    .orderBy('paidAt', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const cart = `anon_${'m'.repeat(32)}`;
  await call('PUT', '/api/cart', owner, { sessionId: cart, items: [] });
  const { id: rifaId } = await db
    .selectFrom('rifas')
    .select('id')
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirstOrThrow();
  const group = await db
    .insertInto('groupPurchases')
    .values({
      id: randomUUID(),
      token: 'bolao-da-maria-0001',
      rifaId,
      starterId: userId,
      name: 'Família',
      parts: 2,
      quantity: 1,
      partAmount: '2.00',
      deadline: new Date(Date.now() + 3_600_000),
      createdAt: new Date(),
    })
    .returning('token')
    .executeTakeFirstOrThrow();
  return {
    buyer: userId,
    group: group.token,
    order: await idIn('orders'),
    paidReference: paid.externalReference,
    ticket: await idIn('supportTickets'),
    notification: await idIn('notifications'),
    session: await idIn('auth.sessions'),
    prize: prize.id,
    voucher: await idIn('serviceVouchers'),
    factor: await enrolFactor(),
    allotment: await setAside(),
    cart,
  };
}

/** Numbers that an admin set aside. */
async function setAside(): Promise<string> {
  const admin = await shop.signIn('admin@exemplo.com.br', 'admin123');
  const rifas = (await (await shop.app.request('/api/rifas')).json()) as { id: string; status: string }[];
  const id = randomUUID();
  for (const rifa of rifas.filter(({ status }) => status === 'active')) {
    const body = { id, rifaId: rifa.id, sendKey: 'a'.repeat(43), quantity: 2, hours: 1 };
    if ((await call('POST', '/api/stand/allotments', admin, body)).ok) return id;
  }
  throw new Error('no rifa has numbers to set aside');
}

async function enrolFactor(): Promise<string> {
  const response = await call('POST', '/auth/v1/factors', owner, {
    factor_type: 'totp',
    friendly_name: 'Celular',
  });
  return ((await response.json()) as { id: string }).id;
}

function call(method: string, path: string, token: string, body?: unknown): Promise<Response> {
  return Promise.resolve(
    shop.app.request(path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );
}

test('tests every operation that takes an id, unless it is open by design', () => {
  const naming = operations.filter(
    ({ name, parameters, body }) =>
      isOpenToBuyers().has(name) && (parameters.some((each) => each.in === 'path') || namesEntity(body)),
  );
  const tried = Object.keys(requestsOfStranger(owned));
  expect(naming.map(({ name }) => name).toSorted()).toEqual([...tried, ...OPEN].toSorted());
});

/** Operations open to buyers, by docs/roles.md. */
function isOpenToBuyers(): Set<string> {
  const table = readFileSync(join(import.meta.dirname, '../../docs/roles.md'), 'utf8');
  const rows = table.matchAll(/^\| `([a-zA-Z.]+)` +\| (?:yes|sign in) \| yes \|/gm);
  return new Set([...rows].map(([, name]) => name!));
}

function namesEntity(schema: JsonSchema | null): boolean {
  return Object.entries(schema?.properties ?? {}).some(
    ([name, part]) => /^id$|Id$|Reference$/.test(name) || namesEntity(part.items ?? part),
  );
}

test('rejects a stranger without leaking or changing data', async () => {
  const before = await hashTables();
  for (const [name, tries] of Object.entries(requestsOfStranger(owned)))
    for (const { method, path, body, status } of tries) {
      const response = await call(method, path, stranger, body);
      expect([name, response.status]).toEqual([name, status]);
      expect(await response.text()).not.toContain('Maria');
    }
  expect(await hashTables()).toEqual(before);
});

test('the auth service rejects access to the second factor of another account', async () => {
  const before = await hashTables();
  const { factor } = owned;
  for (const [method, path, body] of [
    ['DELETE', `/auth/v1/factors/${factor}`, undefined],
    ['POST', `/auth/v1/factors/${factor}/challenge`, {}],
    ['POST', `/auth/v1/factors/${factor}/verify`, { challenge_id: factor, code: '123456' }],
  ] as const) {
    const { status } = await call(method, path, stranger, body);
    expect([path, status]).toEqual([path, 404]);
  }
  expect(await hashTables()).toEqual(before);
});

test('gives the owner access', async () => {
  const { order, ticket, notification } = owned;
  for (const [method, path] of [
    ['GET', `/api/me/orders/${order}`],
    ['GET', `/api/support-tickets/${ticket}`],
    ['POST', `/api/notifications/${notification}/read`],
  ] as const)
    expect((await call(method, path, owner)).status).toBe(200);
});

/** Hashes of all tables with personal data. */
async function hashTables(): Promise<Record<string, string>> {
  const { pool } = shop.platform;
  const { rows } = await pool.query<{ table: string }>(
    `select format('%I.%I', table_schema, table_name) as table from information_schema.tables
     where table_schema in ('public', 'auth', 'sandbox') and table_type = 'BASE TABLE'
       and table_name not like '%limit%' order by 1`,
  );
  const hashes: Record<string, string> = {};
  for (const { table } of rows) {
    const print = await pool.query<{ md5: string }>(
      `select md5(coalesce(string_agg(r::text, '' order by r::text), '')) as md5 from ${table} as r`,
    );
    hashes[table] = print.rows[0]!.md5;
  }
  return hashes;
}

test('returns the same cached data to every caller', async () => {
  const rifas = await shop.platform.db
    .selectFrom('rifas')
    .select('id')
    .distinctOn('status')
    .where('status', '<>', 'draft')
    .execute();
  expect(rifas.length).toBeGreaterThan(2);
  const visitor = async (path: string) =>
    shop.app.request(path, { headers: { cookie: 'mare-indicacao=MARIA', 'x-forwarded-for': '203.0.113.7' } });
  for (const [name, procedure] of Object.entries(CACHED_READS)) {
    const template = `/api${procedure['~orpc'].route.path!}`;
    for (const { id } of template.includes('{') ? rifas : rifas.slice(0, 1)) {
      const path = template.replace(/\{\w+\}/, id);
      const responses = [
        await visitor(path),
        await call('GET', path, owner),
        await call('GET', path, stranger),
      ];
      const [seen, ...others] = await Promise.all(responses.map((response) => response.text()));
      for (const other of others) expect(other, `${name} ${path}`).toBe(seen);
    }
  }
});
