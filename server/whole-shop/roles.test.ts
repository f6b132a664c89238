/** Every procedure of the API, called by every role over HTTP with real sessions, against the table in docs/roles.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createORPCClient, ORPCError } from '@orpc/client';
import { isContractProcedure } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@mare/contract/contract.ts';
import { startAuthService, type TestAuthService } from '../accounts/accounts.testing.ts';
import { serveApi } from '../api-handler.ts';
import { createHttpApp } from '../platform/http/http.ts';
import { createRouter } from '../router.ts';
import { createServices, type Services } from '../services.ts';
import { JOBS } from '../worker.ts';
import { SAMPLE_INPUTS } from './sample-inputs.testing.ts';

const ROLES = ['visitor', 'buyer', 'support', 'admin'] as const;
type Role = (typeof ROLES)[number];
type Call = (input?: unknown) => Promise<unknown>;

const procedures = namesIn(contract);
const table = readTable();

let service: TestAuthService;
let services: Services;
const clients = {} as Record<Role, unknown>;

beforeAll(async () => {
  service = await startAuthService();
  await service.jobs.prepare(JOBS);
  services = createServices(service.platform);
  const app = createHttpApp(service.platform.log);
  serveApi(app, service.platform, createRouter(services));
  for (const role of ROLES) {
    const token = role === 'visitor' ? null : await signedIn(role);
    const link = new OpenAPILink(contract, {
      url: 'http://localhost/api',
      headers: token ? { authorization: `Bearer ${token}` } : {},
      fetch: async (request) => app.fetch(request),
    });
    clients[role] = createORPCClient(link);
  }
});
afterAll(async () => {
  await services.stop();
  await service.stop();
});

async function signedIn(role: Role): Promise<string> {
  const { data } = await service
    .newClient()
    .signUp({ email: `${role}@exemplo.com.br`, password: 'segredo123' });
  await service.platform.db.updateTable('profiles').set({ role }).where('id', '=', data.user!.id).execute();
  return data.session!.access_token;
}

test('the table names every procedure, and no other', () => {
  expect([...table.keys()].toSorted()).toEqual(procedures.toSorted());
});

test.each(procedures)('%s', async (name) => {
  const answers = [];
  for (const role of ROLES) answers.push(await answerTo(role, name));
  expect(answers).toEqual(table.get(name));
});

async function answerTo(role: Role, name: string): Promise<string> {
  const call = name
    .split('.')
    .reduce((at, key) => (at as Record<string, unknown>)[key], clients[role]) as Call;
  const refusal = await call(SAMPLE_INPUTS[name]).then(
    () => null,
    (error: unknown) => error,
  );
  if (refusal === null) return 'yes';
  if (!(refusal instanceof ORPCError)) throw refusal;
  if (refusal.code === 'NOT_AUTHENTICATED') return 'sign in';
  if (refusal.code === 'NOT_ADMIN') return 'no';
  if (refusal.defined) return 'yes';
  throw new Error(`${name} answered ${refusal.code}: give it a valid input in sample-inputs.testing.ts`);
}

function namesIn(router: object, prefix = ''): string[] {
  return Object.entries(router).flatMap(([key, entry]: [string, object]) =>
    isContractProcedure(entry) ? [prefix + key] : namesIn(entry, `${prefix}${key}.`),
  );
}

/** By procedure, the cells of the roles in the order of `ROLES`. */
function readTable(): Map<string, string[]> {
  const text = readFileSync(join(import.meta.dirname, '../../docs/roles.md'), 'utf8');
  const rows = text.matchAll(/^\| `([a-zA-Z.]+)` +\|(.+)\|$/gm);
  return new Map(
    [...rows].map(([, name, cells]) => [
      name!,
      cells!
        .split('|')
        .slice(0, ROLES.length)
        .map((cell) => cell.trim()),
    ]),
  );
}
