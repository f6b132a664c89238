import { Writable } from 'node:stream';
import { createTestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../log/log.ts';
import { systemClock } from '../../clock.ts';
import { readConfig } from '../../config/config.ts';
import { countCspReports, listCspReports } from './csp-reports.queries.ts';
import { serveCspReports } from './csp-reports.routes.ts';
import { contentSecurityPolicy, createHttpApp } from '../http.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.db.deleteFrom('cspReports').execute());

function startCollector() {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  const log = createLog('warn', sink);
  const app = createHttpApp(log);
  let now = Date.now();
  // A millisecond passes between two reports.
  const clock = { now: () => new Date((now += 1)) };
  serveCspReports(app, { db: database.db, clock, log, config: readConfig({}) });
  const post = (body: unknown, type = 'application/csp-report') =>
    app.request('/csp-reports', {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { lines, post };
}

const report = {
  'csp-report': {
    'document-uri': 'https://loja.example/pedido/segredo-do-pedido?x=1',
    'violated-directive': 'script-src-elem',
    'blocked-uri': 'https://mal.example/roubo.js?cpf=1',
    'source-file': 'https://loja.example/assets/a.js',
  },
};

test('logs reports of both formats without paths of people and orders', async () => {
  const { lines, post } = startCollector();
  expect((await post(report)).status).toBe(204);
  const body = {
    effectiveDirective: 'img-src',
    blockedURL: 'inline',
    documentURL: 'https://loja.example/',
    sourceFile: null,
  };
  await post([{ type: 'csp-violation', body }], 'application/reports+json');
  expect(lines).toMatchObject([
    {
      msg: 'content security policy violated',
      directive: 'script-src-elem',
      blocked: 'https://mal.example',
      page: '/pedido',
      source: 'https://loja.example',
    },
    { directive: 'img-src', blocked: 'inline', page: '/' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/segredo|cpf|roubo/);
});

test('accepts a few reports a minute, and no large or malformed ones', async () => {
  const { lines, post } = startCollector();
  expect((await post('{')).status).toBe(204);
  expect((await post('"text"')).status).toBe(204);
  expect((await post('x'.repeat(20_000))).status).toBe(413);
  expect(lines).toEqual([]);
  await post(Array.from({ length: 1_000 }, () => ({ body: {} })));
  expect(lines).toHaveLength(10);
  const statuses = [];
  for (let sent = 0; sent < 20; sent++) statuses.push((await post(report)).status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(16);
  expect(statuses.at(-1)).toBe(429);
});

test('counts reports by kind, latest first', async () => {
  const { post } = startCollector();
  await post(report);
  await post([{ body: { effectiveDirective: 'img-src', blockedURL: 'data' } }]);
  await post(report);
  expect(await listCspReports(database)).toMatchObject([
    { directive: 'script-src-elem', blocked: 'https://mal.example', page: '/pedido', reports: 2 },
    { directive: 'img-src', blocked: 'data', page: '/', reports: 1 },
  ]);
});

test('stores a bounded number of kinds, and keeps counting known ones', async () => {
  const deps = { db: database.db, clock: systemClock };
  const kind = (number: number) => ({
    directive: 'img-src',
    blocked: `https://a${number}.example`,
    page: '/',
    source: '',
  });
  for (let from = 0; from < 330; from += 10)
    await countCspReports(
      deps,
      Array.from({ length: 10 }, (_, at) => kind(from + at)),
    );
  await countCspReports(deps, [kind(0), kind(0), kind(329)]);
  const { rows } = await database.pool.query<{ kinds: number; first: number }>(
    "select count(*)::int as kinds, max(reports) filter (where blocked = 'https://a0.example') as first from csp_reports",
  );
  expect(rows).toEqual([{ kinds: 300, first: 3 }]);
  expect(await listCspReports(database)).toHaveLength(20);
});

test('sets a report endpoint in every policy', () => {
  expect(contentSecurityPolicy()).toContain('report-uri /csp-reports; report-to csp');
});
