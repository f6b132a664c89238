/** Calls every procedure of the API in every role, over HTTP with real sessions, and compares with docs/roles.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ORPCError } from '@orpc/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PERMISSIONS, ROLES } from '@mare/domain/accounts/permissions.ts';
import type { TestAuthService } from '../accounts/accounts.testing.ts';
import { requirePartner, requirePartnerOrPaused } from '../partners/partners.routes.ts';
import { requirePermission, requireUser } from '../platform/http/api.ts';
import { implementationOf, lookUp, PROCEDURE_NAMES } from './requests/procedures.testing.ts';
import { SAMPLE_INPUTS } from './requests/sample-inputs.testing.ts';
import { startWholeApi, type WholeApi } from './whole-api.testing.ts';

const CALLERS = ['visitor', ...ROLES] as const;
type Caller = (typeof CALLERS)[number];
type Call = (input?: unknown) => Promise<unknown>;

const GUARDS = [
  requireUser,
  ...PERMISSIONS.map(requirePermission),
  requirePartner,
  requirePartnerOrPaused,
] as const;

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
  'draws.live',
  'draws.watch',
  'draws.winners',
  'experiments.record',
  'experiments.recordVisit',
  'experiments.running',
  'notifications.pushKey',
  'orders.closeLookup',
  'orders.gift',
  'orders.group',
  'orders.lookedUpCotas',
  'orders.lookedUpOrders',
  'orders.openLookup',
  'orders.page',
  'orders.sendLookupCode',
  'orders.startHosted',
  'orders.startPix',
  'partners.apply',
  'partners.bookByCode',
  'partners.confirmLogin',
  'partners.login',
  'partners.logout',
  'partners.openVoucher',
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
  'stand.send',
  'support.sendMessage',
  'transparency.growth',
  'transparency.overview',
  'transparency.rifaEntries',
];

const TEAM_COLUMNS = ['seller', 'reader', 'support', 'finance'] as const;
const roles = readRows(/^\| `([a-z-]+)` \|(.+)\|$/gm);
const table = readRows(/^\| `([a-zA-Z]+\.[a-zA-Z.]+)` \|(.+)\|$/gm);

let bed: WholeApi;
let service: TestAuthService;
const clients = {} as Record<Caller, unknown>;

beforeAll(async () => {
  bed = await startWholeApi();
  ({ service } = bed);
  for (const role of CALLERS) {
    clients[role] = bed.clientOf(role === 'visitor' ? null : await signedIn(role));
  }
  // Without a recent proof, so that no call deletes the account of the caller.
  await service.platform.db.updateTable('auth.sessions').set({ amr: '[]' }).execute();
});
afterAll(() => bed.stop());

async function signedIn(role: Caller): Promise<string> {
  const { data } = await service
    .newClient()
    .signUp({ email: `${role}@exemplo.com.br`, password: 'segredo123' });
  await service.platform.db.updateTable('profiles').set({ role }).where('id', '=', data.user!.id).execute();
  return data.session!.access_token;
}

test('docs/roles.md lists every procedure', () => {
  expect([...table.keys()].toSorted()).toEqual(PROCEDURE_NAMES.toSorted());
});

test('every procedure is either behind a guard or public', () => {
  const unguarded = PROCEDURE_NAMES.filter((name) => guardOf(name) === null);
  expect(unguarded.toSorted()).toEqual(PUBLIC.toSorted());
});

test('docs/roles.md lists every permission', () => {
  expect([...roles.keys()].toSorted()).toEqual(PERMISSIONS.toSorted());
});

// @covers community 6: permissions per procedure and role [docs/roles.md]
test.each(PROCEDURE_NAMES)('%s', async (name) => {
  const outcomes: Record<string, string> = {};
  for (const caller of CALLERS) outcomes[caller] = await outcomeOf(caller, name);
  expect(outcomes).toEqual(expectedResponses(name));
});

/** From the tables of docs/roles.md. */
function expectedResponses(name: string): Record<string, string> {
  const [visitor = '', buyer = '', team = ''] = table.get(name) ?? [];
  const cells = team === 'yes' ? TEAM_COLUMNS.map(() => 'yes') : roles.get(team);
  const ofTeam = TEAM_COLUMNS.map((role, column) => [role, cells?.[column] ?? `no permission '${team}'`]);
  return { visitor, buyer, admin: 'yes', ...Object.fromEntries(ofTeam) };
}

function guardOf(name: string): (typeof GUARDS)[number] | null {
  const { middlewares } = implementationOf(bed.router, name)['~orpc'];
  return GUARDS.find((guard) => middlewares.includes(guard)) ?? null;
}

async function outcomeOf(role: Caller, name: string): Promise<string> {
  const call = lookUp(clients[role], name) as Call;
  const error = await call(SAMPLE_INPUTS[name]).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return 'yes';
  if (!(error instanceof ORPCError)) throw error;
  if (error.code === 'NOT_AUTHENTICATED') return 'sign in';
  if (error.code === 'NOT_ADMIN') return 'no';
  if (error.defined) return 'yes';
  throw new Error(`${name} responded ${error.code}: add a valid input in sample-inputs.testing.ts`);
}

/** The cells of each row of docs/roles.md that matches, by the name in its first cell. */
function readRows(pattern: RegExp): Map<string, string[]> {
  const text = readFileSync(join(import.meta.dirname, '../../docs/roles.md'), 'utf8');
  return new Map(
    [...text.matchAll(pattern)].map(([, name, cells]) => [
      name!,
      cells!.split('|').map((cell) => cell.trim()),
    ]),
  );
}
