/** Calls every procedure of the API in every role, over HTTP with real sessions, and compares with docs/roles.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createORPCClient, ORPCError } from '@orpc/client';
import { isContractProcedure } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { isProcedure } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@mare/contract/contract.ts';
import { startAuthService, type TestAuthService } from '../accounts/accounts.testing.ts';
import { serveApi } from '../api-handler.ts';
import { requirePartner } from '../partners/partners.routes.ts';
import { requireAdmin, requireStaff, requireUser } from '../platform/http/api.ts';
import { createHttpApp } from '../platform/http/http.ts';
import { createRouter } from '../router.ts';
import { createServices, type Services } from '../services.ts';
import { JOBS } from '../worker.ts';
import { SAMPLE_INPUTS } from './sample-inputs.testing.ts';

const ROLES = ['visitor', 'buyer', 'support', 'admin'] as const;
type Role = (typeof ROLES)[number];
type Call = (input?: unknown) => Promise<unknown>;

const GUARDS = [requireUser, requireStaff, requireAdmin, requirePartner] as const;

/** Open to visitors. Some authenticate by other means: a token, an order's reference, a lookup session. */
const PUBLIC = [
  'accounts.undoChange',
  'campaigns.confirm',
  'campaigns.requestUnsubscribe',
  'campaigns.subscribe',
  'campaigns.unsubscribe',
  'cart.sync',
  'checkout.quote',
  'draws.foundPrizes',
  'draws.instantPrizes',
  'draws.proofs',
  'draws.audit',
  'draws.winners',
  'experiments.record',
  'experiments.recordVisit',
  'experiments.running',
  'notifications.pushKey',
  'orders.closeLookup',
  'orders.gift',
  'orders.lookedUpCotas',
  'orders.lookedUpOrders',
  'orders.openLookup',
  'orders.page',
  'orders.sendLookupCode',
  'orders.startHosted',
  'orders.startPix',
  'partners.apply',
  'partners.confirmLogin',
  'partners.login',
  'partners.logout',
  'partners.overview',
  'personalization.track',
  'ranking.lists',
  'ranking.periods',
  'rifas.askNotice',
  'rifas.cancelNotice',
  'rifas.confirmNotice',
  'rifas.drawNumbers',
  'rifas.find',
  'rifas.leaders',
  'rifas.legal',
  'rifas.list',
  'rifas.numberMap',
  'rifas.searchNumbers',
  'rifas.socialProof',
  'rifas.takenNumbers',
  'rifas.tiers',
  'site.read',
  'support.sendMessage',
  'transparency.growth',
  'transparency.overview',
  'transparency.rifaEntries',
];

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
  // No recent proof: no call deletes the account of the caller.
  await service.platform.db.updateTable('auth.sessions').set({ amr: '[]' }).execute();
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

test('docs/roles.md lists every procedure', () => {
  expect([...table.keys()].toSorted()).toEqual(procedures.toSorted());
});

test('every procedure is either behind a guard or public', () => {
  const unguarded = procedures.filter((name) => guardOf(name) === null);
  expect(unguarded.toSorted()).toEqual(PUBLIC.toSorted());
});

test.each(procedures)('%s', async (name) => {
  const answers = [];
  for (const role of ROLES) answers.push(await answerTo(role, name));
  expect(answers).toEqual(table.get(name));
});

function guardOf(name: string): (typeof GUARDS)[number] | null {
  const procedure = at(createRouter(services), name);
  if (!isProcedure(procedure)) throw new Error(`${name} is not implemented`);
  const { middlewares } = procedure['~orpc'];
  return GUARDS.find((guard) => middlewares.includes(guard)) ?? null;
}

const at = (router: unknown, name: string) =>
  name.split('.').reduce((level, key) => (level as Record<string, unknown>)[key], router);

async function answerTo(role: Role, name: string): Promise<string> {
  const call = at(clients[role], name) as Call;
  const error = await call(SAMPLE_INPUTS[name]).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return 'yes';
  if (!(error instanceof ORPCError)) throw error;
  if (error.code === 'NOT_AUTHENTICATED') return 'sign in';
  if (error.code === 'NOT_ADMIN') return 'no';
  if (error.defined) return 'yes';
  throw new Error(`${name} answered ${error.code}: give it a valid input in sample-inputs.testing.ts`);
}

function namesIn(router: object, prefix = ''): string[] {
  return Object.entries(router).flatMap(([key, entry]: [string, object]) =>
    isContractProcedure(entry) ? [prefix + key] : namesIn(entry, `${prefix}${key}.`),
  );
}

/** The cells of each procedure, in the order of `ROLES`. */
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
