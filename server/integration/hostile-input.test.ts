/**
 * No client input causes a 5xx fault. `npm run fuzz -- --requests N` sends more requests than a test run, from another
 * seed.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoShop, startDemoShop } from './demo-shop.testing.ts';
import { hostileRequest, type HostileRequest } from './requests/hostile-requests.testing.ts';
import { type Operation, operationsIn, OTHER_OPERATIONS } from './requests/operations.testing.ts';
import { createUser } from '../accounts/create-user.ts';
import type { HttpApp } from '../platform/http/http.ts';
import { createLog } from '../platform/log/log.ts';
import { report } from '../soak/report.testing.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 3000);
const SEED = Number(process.env.FUZZ_SEED ?? 20261121);
/** Milliseconds until a request counts as unanswered. */
const TIMEOUT_MS = 20_000;

const ROLES = ['visitor', 'buyer', 'admin'] as const;
type Role = (typeof ROLES)[number];

let shop: DemoShop;
let ids: string[];
const tokens = new Map<Role, string>();

beforeAll(async () => {
  shop = await startDemoShop(createLog(process.env.TEST_LOG ?? 'silent'));
  ids = await idsInUse();
  tokens.set('buyer', await shop.signIn('maria@exemplo.com.br', 'maria123'));
  tokens.set('admin', await shop.signIn('admin@exemplo.com.br', 'admin123'));
  // Without a recent proof, so that no request deletes the account of the caller.
  await shop.platform.pool.query(`update auth.sessions set amr = '[]'`);
}, 120_000);
afterAll(async () => {
  await shop.stop();
  report({
    run: 'hostile requests',
    seconds: Math.round((performance.now() - began) / 1000),
    operations: { 'hostile request': sent },
    faulted: 0,
    faults: {},
    lost: faultsFound,
  });
});
const began = performance.now();
let faultsFound = 0;

/** Ids of some rows of every table with a uuid key. */
async function idsInUse(): Promise<string[]> {
  const { rows } = await shop.platform.pool.query<{ table: string }>(
    `select format('%I.%I', table_schema, table_name) as table from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where column_name = 'id' and data_type = 'uuid' and table_type = 'BASE TABLE'
       and table_schema in ('public', 'auth') order by 1`,
  );
  const found = [];
  for (const { table } of rows) {
    const { rows: some } = await shop.platform.pool.query<{ id: string }>(
      `select id::text from ${table} order by id limit 4`,
    );
    found.push(...some.map(({ id }) => id));
  }
  const { rows: orders } = await shop.platform.pool.query<{ reference: string }>(
    'select external_reference as reference from orders order by id limit 8',
  );
  return [...found, ...orders.map(({ reference }) => reference)];
}

test.each([
  ['/api/rifas/%00', 'BAD_REQUEST'],
  ['/auth/v1/verify?type=recovery&token=%00', 'validation_failed'],
])('rejects a NUL in the address in the error format of its API: %s', async (path, code) => {
  const response = await shop.app.request(path, { headers: { 'x-supabase-api-version': '2024-01-01' } });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code });
});

test('every API operation handles hostile input without a fault', async () => {
  const response = await shop.app.request('/api/openapi.json');
  const operations = operationsIn(await response.json());
  expect(operations.length).toBeGreaterThan(100);
  expect(await attack(operations, REQUESTS * 0.85, () => shop.newApi())).toEqual([]);
}, 3_600_000);

test('every other endpoint handles hostile input without a fault', async () => {
  expect(await attack(OTHER_OPERATIONS, REQUESTS * 0.15, () => shop.app)).toEqual([]);
}, 3_600_000);

/** @returns requests that got a fault or no response */
async function attack(operations: Operation[], requests: number, appFor: () => HttpApp): Promise<string[]> {
  const requestsPerRole = Math.max(1, Math.round(requests / operations.length / ROLES.length));
  const faults: string[] = [];
  for (const [at, operation] of operations.entries()) {
    const app = appFor();
    for (const role of ROLES) {
      await refreshSession(role);
      const hostile = fc.sample(hostileRequest(operation, ids), {
        numRuns: requestsPerRole,
        seed: SEED + at,
      });
      for (const request of hostile) {
        const fault = await send(app, role, request);
        if (fault) faults.push(`${operation.name} as ${role}: ${fault}\n${describe(request)}`);
      }
    }
  }
  faultsFound += faults.length;
  return faults;
}

function describe({ method, path, headers, body }: HostileRequest): string {
  return `${method} ${path.slice(0, 400)} ${JSON.stringify(headers).slice(0, 200)} ${JSON.stringify(body)?.slice(0, 1_000)}`;
}

let sent = 0;

/** @returns null for a proper response */
async function send(app: HttpApp, role: Role, request: HostileRequest): Promise<string | null> {
  sent += 1;
  const token = tokens.get(role);
  const answered = (async () => {
    const response = await app.request(request.path, {
      method: request.method,
      body: request.body,
      headers: {
        ...request.headers,
        'x-forwarded-for': `198.51.${(sent >> 8) & 255}.${sent & 255}`,
        ...(token && { authorization: `Bearer ${token}` }),
      },
    });
    const stream = response.headers.get('content-type')?.startsWith('text/event-stream');
    const body = stream ? await response.body?.cancel() : await response.text();
    return isFault(response.status, body ?? '') ? `${response.status} ${body ?? ''}` : null;
  })();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, 'no answer');
  });
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** 503 (busy) and 502 (the provider does not respond) are declared errors, not faults. */
function isFault(status: number, body: string): boolean {
  return status >= 500 && !body.includes('"defined":true');
}

/** A request may have ended the session or deleted the account. */
async function refreshSession(role: Role): Promise<void> {
  if (role === 'visitor') return;
  const token = tokens.get(role)!;
  const headers = { authorization: `Bearer ${token}` };
  if ((await shop.app.request('/api/me', { headers })).status === 200) return;
  const email = `${role}-${sent}@exemplo.com.br`;
  const created = await createUser(shop.platform, {
    email,
    name: 'Ana Souza',
    role,
    password: 'Mare-alta-2026',
  });
  if (!created.ok) throw new Error(created.message);
  tokens.set(role, await shop.signIn(email, 'Mare-alta-2026'));
}
