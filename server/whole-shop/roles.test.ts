/** Every procedure of the API, called by every role over HTTP with real sessions, against the table in docs/roles.md. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createORPCClient, ORPCError } from '@orpc/client';
import { isContractProcedure } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@mare/contract/contract.ts';
import { startAuthService, type TestAuthService } from '../accounts/testing.ts';
import { CAMPAIGN } from '../campaigns/campaigns.testing.ts';
import { serveApi } from '../api-handler.ts';
import { createHttpApp } from '../platform/http/http.ts';
import { createRouter } from '../router.ts';
import { createServices, type Services } from '../services.ts';
import { JOB_NAMES } from '../worker.ts';

const ROLES = ['visitor', 'buyer', 'support', 'admin'] as const;
type Role = (typeof ROLES)[number];
type Call = (input?: unknown) => Promise<unknown>;

const procedures = namesIn(contract);
const table = readTable();

/** What a procedure is called with, where it takes anything: valid, and about things that do not exist. */
const inputs: Record<string, unknown> = {
  'rifas.find': { id: randomUUID() },
  'rifas.drawNumbers': { id: randomUUID(), quantity: 1 },
  'rifas.participation': { id: randomUUID() },
  'rifas.leaders': { id: randomUUID() },
  'rifas.numberMap': { id: randomUUID() },
  'rifas.searchNumbers': { id: randomUUID(), digits: '15' },
  'rifas.takenNumbers': { id: randomUUID(), numbers: [1] },
  'cart.sync': { sessionId: `anon_${'a'.repeat(32)}`, items: [] },
  'cart.migrate': { sessionId: `anon_${'b'.repeat(32)}` },
  'experiments.record': {
    testId: randomUUID(),
    variantId: randomUUID(),
    eventType: 'impression',
    sessionId: randomUUID(),
  },
  'experiments.start': {
    place: 'checkout-call',
    name: 'Teste',
    variants: [
      { name: 'A', trafficPercentage: 50 },
      { name: 'B', trafficPercentage: 50 },
    ],
  },
  'experiments.end': { id: randomUUID() },
  'experiments.declareWinner': { id: randomUUID(), variantId: randomUUID() },
  'checkout.quote': { items: [{ rifaId: randomUUID(), quantity: 1, priceCentavos: 100 }] },
  'personalization.recommendations': {},
  'personalization.savePreferences': {
    favoriteCategories: [],
    minCentavos: 0,
    maxCentavos: 100_000,
    notificationTime: '19:00',
    frequency: 'weekly',
    theme: 'auto',
  },
  'personalization.saveConsent': { measurement: false, marketing: false, textVersion: 1 },
  'personalization.track': { events: [{ type: 'page_view', path: '/' }] },
  'checkout.startPayment': {
    headers: { 'idempotency-key': randomUUID() },
    body: {
      items: [{ title: '', quantity: 1, price: 1, selected_numbers: [], rifaId: randomUUID() }],
      customerInfo: { name: 'Ana', email: 'ana@exemplo.com.br' },
    },
  },
  'orders.mine': {},
  'orders.holdings': {},
  'orders.detail': { id: randomUUID() },
  'orders.page': { externalReference: randomUUID() },
  'orders.startPix': { externalReference: randomUUID() },
  'orders.withdraw': { externalReference: randomUUID() },
  'orders.giveCota': {
    externalReference: randomUUID(),
    rifaId: randomUUID(),
    number: 1,
    recipientName: 'Ana',
    email: null,
  },
  'orders.givenCotas': { externalReference: randomUUID() },
  'orders.cancelGift': { reference: randomUUID() },
  'orders.gift': { reference: randomUUID() },
  'draws.giftProof': { reference: randomUUID() },
  'orders.claimGift': { reference: randomUUID() },
  'orders.sendLookupCode': { contact: 'ninguem@exemplo.com.br' },
  'orders.openLookup': { lookupId: randomUUID(), code: '123456' },
  'orders.lookedUpCotas': {},
  'orders.lookedUpOrders': {},
  'admin.paymentHistory': { search: randomUUID() },
  'admin.resolveReview': { subject: { type: 'order', id: randomUUID() }, note: 'Conferido' },
  'admin.refundOrder': {
    orderId: randomUUID(),
    amountCentavos: null,
    requestId: randomUUID(),
    note: 'Pedido da compradora',
  },
  'draws.instantPrizeRifas': {},
  'admin.ranking.winners': {},
  'admin.ranking.standing': {},
  'admin.ranking.deliver': { kind: 'day', startsAt: '2026-11-20T03:00:00.000Z', place: 1, delivered: true },
  'admin.funnel': {},
  'experiments.recordVisit': { sessionId: randomUUID(), step: 'arrival' },
  'admin.people.find': { id: randomUUID() },
  'admin.people.merge': { id: randomUUID(), formerId: randomUUID() },
  'admin.people.addNote': { id: randomUUID(), note: 'Olá' },
  'admin.people.tag': { ids: [randomUUID()], tag: 'feira', tagged: true },
  'notifications.startWhatsApp': { phone: '(82) 99999-0000', textVersion: 1 },
  'notifications.confirmWhatsApp': { code: '123456' },
  'notifications.subscribePush': {
    endpoint: 'https://push.example/x',
    p256dh: `B${'A'.repeat(86)}`,
    auth: 'A'.repeat(22),
  },
  'notifications.unsubscribePush': { endpoint: 'https://push.example/x' },
  'admin.coupons.create': {
    code: 'FEIRA10',
    percent: 10,
    coupon: { maxUses: 1, expiresAt: null, active: false },
  },
  'admin.coupons.change': {
    code: 'NADA99',
    version: -1,
    coupon: { maxUses: null, expiresAt: null, active: false },
  },
  'admin.campaigns.find': { id: randomUUID() },
  'admin.campaigns.save': {
    id: null,
    version: 0,
    campaign: { ...CAMPAIGN, name: 'Teste' },
  },
  'admin.campaigns.preview': { ...CAMPAIGN, kind: null, segments: [] },
  'admin.campaigns.sendTest': CAMPAIGN,
  'admin.campaigns.changeState': { id: randomUUID(), version: 1, to: 'cancelled' },
  'admin.campaigns.saveAutomation': {
    key: 'welcome',
    version: -1,
    automation: { ...CAMPAIGN, active: true, delayMinutes: 10 },
  },
  'admin.settings.save': { version: -1, change: { key: 'social_proof', value: { mode: 'real' } } },
  'admin.rifas.find': { id: randomUUID() },
  'admin.rifas.save': {
    id: null,
    version: 0,
    rifa: {
      title: 'Moto',
      description: '',
      image: '',
      priceCentavos: 100,
      totalNumbers: 100,
      minPerOrder: 1,
      maxPerOrder: 10,
      drawDate: '2030-01-01T00:00:00.000Z',
      salesStart: null,
      eligibleCities: [],
      eligibleState: 'AL',
      prizes: [],
      legal: {
        route: 'none',
        authorisationNumber: null,
        organiserName: null,
        organiserCnpj: null,
        regulation: '',
        taxNote: '',
      },
    },
  },
  'rifas.legal': { id: randomUUID() },
  'admin.rifas.terms': { id: randomUUID() },
  'admin.rifas.saveTerms': {
    id: randomUUID(),
    version: 1,
    terms: { priceSteps: [], combos: [], plans: null, drawFallback: 'lot', cotaWinsOnce: true },
  },
  'admin.rifas.options': { id: randomUUID() },
  'admin.rifas.saveOptions': {
    id: randomUUID(),
    version: 1,
    options: {
      vipOnly: false,
      vipHours: 0,
      choosesNumbers: true,
      maxPerPerson: null,
      instantPrizes: [],
      allowsGifts: true,
      drawsEarly: false,
      unsoldPolicy: 'draw',
      unsoldMinPercent: 0,
      announcesMilestones: true,
      showsBuyers: false,
      extremes: null,
    },
  },
  'admin.rifas.changeState': { id: randomUUID(), version: 1, to: 'active' },
  'admin.rifas.remove': { id: randomUUID() },
  'admin.rifas.buyers': { id: randomUUID() },
  'admin.rifas.sellByHand': {
    id: randomUUID(),
    requestId: randomUUID(),
    quantity: 1,
    name: 'Ana',
    email: 'ana@exemplo.com.br',
    phone: null,
  },
  'admin.rifas.storePicture': { picture: new File(['x'], 'x.png', { type: 'image/png' }) },
  'accounts.updateProfile': { name: 'Ana', phone: null, cpf: null, city: null, state: null, birthDate: null },
  'accounts.revokeSession': { id: randomUUID() },
  'accounts.changeOwnLimits': { kind: 'monthly', centavos: 50_000 },
  'accounts.deleteAccount': {},
  'accounts.ban': { id: randomUUID(), until: null, reason: 'Conferido' },
  'accounts.changeRole': { id: randomUUID(), from: 'buyer', to: 'support' },
  'affiliates.commissions': { page: 1 },
  'affiliates.setPixKey': { pixKey: 'ana@exemplo.com.br' },
  'admin.affiliates': { page: 1, search: 'ana' },
  'admin.setAffiliateStatus': { id: randomUUID(), status: 'suspended', from: 'active' },
  'admin.payouts': { kind: 'affiliate', page: 1 },
  'admin.approvePayout': { id: randomUUID() },
  'admin.payPayout': { id: randomUUID(), reference: 'E123' },
  'admin.cancelPayout': { id: randomUUID() },
  'admin.exportPayouts': { kind: 'affiliate' },
  'partners.login': { email: 'ana@exemplo.com.br', phone: '82999990000' },
  'partners.confirmLogin': { loginId: randomUUID(), code: '123456' },
  'partners.vouchers': { page: 1 },
  'partners.commissions': { page: 1 },
  'partners.validateVoucher': { code: 'VALID' },
  'partners.apply': {
    companyName: 'Spa',
    contactName: 'Ana',
    email: 'ana@exemplo.com.br',
    phone: '82999990000',
    serviceTypes: ['spa'],
    city: 'Maceió',
    state: 'AL',
  },
  'partners.voucherPdf': { id: randomUUID() },
  'partners.checkVoucher': { code: 'VALID' },
  'admin.vouchers': { page: 1, search: 'ana' },
  'admin.printVoucher': { id: randomUUID() },
  'admin.partners': { page: 1, search: 'spa' },
  'admin.setPartnerStatus': { id: randomUUID(), status: 'active', from: 'pending' },
  'admin.setPartnerPixKey': { id: randomUUID(), pixKey: 'ana@exemplo.com.br' },
  'admin.setPartnerLogin': { emailCode: true },
  'draws.winners': { page: 1 },
  'support.thread': { id: randomUUID() },
  'support.reply': { id: randomUUID(), message: 'Olá' },
  'support.rate': { id: randomUUID(), rating: 5 },
  'desk.queue': {},
  'desk.ticket': { id: randomUUID() },
  'desk.assign': { id: randomUUID(), assigneeId: null },
  'desk.answer': { id: randomUUID(), message: 'Olá' },
  'desk.addNote': { id: randomUUID(), note: 'Olá' },
  'desk.setStatus': { id: randomUUID(), status: 'resolved' },
  'desk.setPriority': { id: randomUUID(), priority: 'high' },
  'desk.metrics': {},
  'notifications.list': {},
  'notifications.markRead': { id: randomUUID() },
  'notifications.announce': { title: '', message: '' },
  'notifications.activities': {},
  'notifications.log': {},
  'draws.story': { rifaId: randomUUID() },
  'draws.instantPrizes': { rifaId: randomUUID() },
  'draws.foundPrizes': { externalReference: randomUUID() },
  'draws.deliverInstantPrize': { rifaId: randomUUID(), position: 1, note: 'Entregue' },
  'draws.proofs': { externalReference: randomUUID() },
  'draws.claimPrize': { winnerId: randomUUID(), name: 'Ana', phone: '82999990012', note: '' },
  'draws.seal': { rifaId: randomUUID(), extraction: 6100, extractionDate: '2026-11-25', reason: null },
  'draws.fetchResult': { extraction: 6100 },
  'draws.enterResult': {
    extraction: 6100,
    date: '2026-11-25',
    prizes: ['12345', '12345', '12345', '12345', '12345'],
    note: 'Site da Caixa',
  },
  'draws.confirmResult': { id: randomUUID() },
  'draws.rejectResult': { id: randomUUID() },
  'draws.deliver': { winnerId: randomUUID(), note: 'Entregue', proof: null },
  'draws.deliveryProof': { winnerId: randomUUID() },
  'support.sendMessage': { name: 'Ana', email: 'ana@exemplo.com.br', subject: 'outro', message: 'Olá' },
  'support.openTicket': { subject: 'Pix', message: 'Olá', priority: 'normal' },
  'campaigns.subscribe': { email: 'ana@exemplo.com.br' },
  'campaigns.savePreferences': {
    transactionalEmails: true,
    weeklyNewsletter: true,
    marketingEmails: false,
    promotionalEmails: false,
  },
  'campaigns.requestUnsubscribe': { email: 'ana@exemplo.com.br' },
  'campaigns.unsubscribe': { token: 'x' },
  'campaigns.confirm': { token: 'x'.repeat(40) },
};

let service: TestAuthService;
let services: Services;
const clients = {} as Record<Role, unknown>;

beforeAll(async () => {
  service = await startAuthService();
  await service.jobs.prepare(JOB_NAMES);
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
  const refusal = await call(inputs[name]).then(
    () => null,
    (error: unknown) => error,
  );
  if (refusal === null) return 'yes';
  if (!(refusal instanceof ORPCError)) throw refusal;
  if (refusal.code === 'NOT_AUTHENTICATED') return 'sign in';
  if (refusal.code === 'NOT_ADMIN') return 'no';
  if (refusal.defined) return 'yes';
  throw new Error(`${name} answered ${refusal.code}: give it a valid input in this test`);
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
