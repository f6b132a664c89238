/** Queries of each tab of the panel, in every sort order. */
import { type OrderFilters, orderFilters } from '@mare/contract/admin/orders-admin.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { periodAt } from '@mare/domain/ranking/periods.ts';
import { selectActiveRifas, selectRecentOrders, countWaitingWork } from '@mare/server/admin/admin.queries.ts';
import { listOrders } from '@mare/server/admin/orders/list-orders.ts';
import { readCohorts, readFunnel } from '@mare/server/admin/analytics/read-analytics.ts';
import { exportList, type ExportName, EXPORTS } from '@mare/server/admin/exports/export-lists.ts';
import { createCaches } from '@mare/server/platform/caching/caches.ts';
import { countUsersAndOrders, readSales } from '@mare/server/admin/sales/read-sales.ts';
import { selectPeople } from '@mare/server/admin/people/people.queries.ts';
import { readPerson } from '@mare/server/admin/people/read-person.ts';
import { selectAffiliates } from '@mare/server/affiliates/affiliates.queries.ts';
import { listPayouts } from '@mare/server/affiliates/payouts/payouts.queries.ts';
import { selectCampaigns } from '@mare/server/campaigns/management/campaigns.queries.ts';
import { readMailMetrics } from '@mare/server/campaigns/management/mail-metrics.queries.ts';
import { selectCoupons } from '@mare/server/checkout/coupons/coupons.queries.ts';
import { listInstantPrizeRifas } from '@mare/server/draws/instant/list-instant-prize-rifas.ts';
import { listPrizesToDeliver } from '@mare/server/draws/prizes/list-prizes.ts';
import { listTestResults } from '@mare/server/experiments/experiments.queries.ts';
import { listActivities } from '@mare/server/activity-log/list-activities.ts';
import { listPaymentsToReview } from '@mare/server/payments/review/list-payments-to-review.ts';
import { selectPartners } from '@mare/server/partners/partners.queries.ts';
import { selectVouchersForAdmin } from '@mare/server/partners/vouchers/vouchers-admin.queries.ts';
import type { Platform } from '@mare/server/platform/platform.ts';
import { selectRanking } from '@mare/server/ranking/ranking.queries.ts';
import { selectRankingWinners } from '@mare/server/ranking/winners.queries.ts';
import { findBuyers } from '@mare/server/rifas/management/find-buyers.ts';
import { readRifaStats, selectRifaRows } from '@mare/server/rifas/management/managed-rifas.queries.ts';
import { selectQueue } from '@mare/server/support/desk/desk.queries.ts';
import { readDeskMetrics } from '@mare/server/support/desk/read-desk-metrics.ts';

type Deps = Pick<Platform, 'db' | 'clock'>;
type Case = [name: string, run: () => Promise<unknown>];

interface Ids {
  rifa: string;
  person: string;
}

export function panelCases(platform: Deps, ids: Ids): Case[] {
  return [
    ...salesCases(platform, ids),
    ...orderCases(platform, ids),
    ...peopleCases(platform, ids),
    ...earningCases(platform),
    ...mailCases(platform),
    ...deskCases(platform, ids),
    ...EXPORTS.map((name): Case => [`export: ${name}`, () => readFirstChunks(platform.db, name, ids)]),
  ];
}

const first = { search: '', page: 1 } as const;

function salesCases({ db, clock }: Deps, { rifa }: Ids): Case[] {
  const rifas = { ...first, sort: 'newest', status: '' } as const;
  const coupons = { ...first, sort: 'newest', state: '' } as const;
  return [
    ['dashboard: totals', () => countUsersAndOrders({ db, clock, caches: createCaches() })],
    ['dashboard: recent orders', () => selectRecentOrders(db, 50)],
    ['dashboard: active rifas', () => selectActiveRifas(db)],
    ['dashboard: waiting work', () => countWaitingWork(db, clock.now())],
    ['dashboard: payments to review', () => listPaymentsToReview({ db, clock })],
    ['dashboard: sales of a day', () => readSales({ db, clock }, 'day')],
    ['dashboard: sales of a year', () => readSales({ db, clock }, 'year')],
    ...(['newest', 'draw', 'title', 'sold'] as const).map((sort): Case => [
      `rifas: ${sort}`,
      () => selectRifaRows(db, { ...rifas, sort }),
    ]),
    ['rifas: search', () => selectRifaRows(db, { ...rifas, search: 'ifa 1', sort: 'title' })],
    ['rifa: stats', () => readRifaStats(db, rifa)],
    ['rifa: buyers', () => findBuyers(db, { ...first, id: rifa })],
    ['rifa: holder of a number', () => findBuyers(db, { id: rifa, search: '4711', page: 1 })],
    ['rifa: a buyer', () => findBuyers(db, { id: rifa, search: 'pessoa77@', page: 1 })],
    ...(['newest', 'uses'] as const).map((sort): Case => [
      `coupons: ${sort}`,
      () => selectCoupons({ db, clock }, { ...coupons, sort }),
    ]),
    ...(['active', 'paused', 'over'] as const).map((state): Case => [
      `coupons: ${state}`,
      () => selectCoupons({ db, clock }, { ...coupons, state }),
    ]),
    ['coupons: search', () => selectCoupons({ db, clock }, { ...coupons, search: 'CUPOM4' })],
    ['draws: prizes', () => listPrizesToDeliver({ db, clock })],
    ['analytics: funnel', () => readFunnel({ db, clock }, 90)],
    ['analytics: cohorts', () => readCohorts({ db })],
    ['analytics: tests', () => listTestResults(db)],
  ];
}

function orderCases({ db }: Deps, { rifa }: Ids): Case[] {
  const list = (name: string, filters: Partial<OrderFilters> & { after?: string }): Case => [
    `orders: ${name}`,
    () => listOrders(db, { ...orderFilters.parse(filters), after: filters.after }, true),
  ];
  return [
    list('newest', {}),
    list('a later page', { after: '2026-06-01 00:00:00.000000+00 00000000-0000-0000-0000-000000000000' }),
    list('a common name', { search: 'Pessoa' }),
    list('a rare name', { search: 'pessoa 777' }),
    list('a misspelt name', { search: 'Pessoaa 777' }),
    list('an e-mail', { search: 'pessoa77@' }),
    list('a phone', { search: '(82) 98888-7777' }),
    list('a cpf', { search: '529.982.247-25' }),
    list('a number', { search: '4711' }),
    list('a number of a rifa', { search: '4711', rifaId: rifa }),
    list('of a rifa', { rifaId: rifa }),
    list('refunded', { status: 'refunded' }),
    list('paid by Pix', { method: 'pix' }),
    list('paid in cash', { method: 'cash' }),
    list('manual sales', { channel: 'manual' }),
    list('of affiliates', { channel: 'affiliate' }),
    list('of a coupon', { coupon: 'CUPOM4' }),
    list('of a high value', { minCentavos: 1_000_000 }),
  ];
}

function peopleCases({ db, clock }: Deps, { person }: Ids): Case[] {
  const people = { ...first, sort: 'newest', segment: '' } as const;
  const winners = { ...first, sort: 'newest', filter: '' } as const;
  return [
    ['crm: newest', () => selectPeople(db, people, true)],
    ['crm: page 200', () => selectPeople(db, { ...people, page: 200 }, true)],
    ['crm: points', () => selectPeople(db, { ...people, sort: 'points' }, true)],
    ['crm: segment', () => selectPeople(db, { ...people, segment: 'vip' }, true)],
    ['crm: segment by points', () => selectPeople(db, { ...people, segment: 'vip', sort: 'points' }, true)],
    ['crm: name', () => selectPeople(db, { ...people, search: 'bruna a' }, true)],
    ['crm: e-mail', () => selectPeople(db, { ...people, search: 'pessoa4711@' }, true)],
    ['crm: phone', () => selectPeople(db, { ...people, search: '82900004711' }, true)],
    ['crm: a person', () => readPerson(db, person, clock.now())],
    [
      'gamification: ranking of the month',
      () => selectRanking(db, periodAt('month', clock.now()), 10, clock.now()),
    ],
    ...(['newest', 'oldest'] as const).map((sort): Case => [
      `gamification: winners, ${sort}`,
      () => selectRankingWinners(db, { ...winners, sort }),
    ]),
    ['gamification: cotas premiadas', () => listInstantPrizeRifas(db, first)],
  ];
}

function earningCases({ db }: Deps): Case[] {
  const list = { ...first, sort: 'newest', status: '' } as const;
  return [
    ...(['newest', 'sales', 'name'] as const).map((sort): Case => [
      `affiliates: ${sort}`,
      () => selectAffiliates(db, { ...list, sort }),
    ]),
    ['affiliates: suspended', () => selectAffiliates(db, { ...list, status: 'suspended' })],
    ['affiliates: search', () => selectAffiliates(db, { ...list, search: 'pessoa47' })],
    ['affiliates: payouts', () => listPayouts(db, new Date(), { kind: 'affiliate', page: 1, pageSize: 20 })],
    ...(['newest', 'name', 'validated'] as const).map((sort): Case => [
      `partners: ${sort}`,
      () => selectPartners(db, { ...list, sort }),
    ]),
    ['partners: search', () => selectPartners(db, { ...list, search: 'empresa' })],
    ...(['newest', 'expiry', 'validated'] as const).flatMap((sort): Case[] => [
      [`vouchers: ${sort}`, () => selectVouchersForAdmin(db, { ...list, sort })],
      [
        `vouchers: validated, ${sort}`,
        () => selectVouchersForAdmin(db, { ...list, sort, status: 'validated' }),
      ],
    ]),
    ['vouchers: search', () => selectVouchersForAdmin(db, { ...list, search: 'bruna' })],
  ];
}

function mailCases({ db, clock }: Deps): Case[] {
  const list = { ...first, sort: 'newest', status: '' } as const;
  return [
    ...(['newest', 'name'] as const).map((sort): Case => [
      `campaigns: ${sort}`,
      () => selectCampaigns(db, { ...list, sort }),
    ]),
    ['campaigns: search', () => selectCampaigns(db, { ...list, search: 'campanha 1' })],
    ['e-mail: metrics', () => readMailMetrics(db, clock.now())],
  ];
}

function deskCases({ db, clock }: Deps, { person }: Ids): Case[] {
  const queue = { ...first, status: 'active', priority: 'all', assigned: 'all', tag: '' } as const;
  const caller = { callerId: person, now: clock.now(), pageSize: 20 };
  const all = { userId: null, search: '', entityType: '' };
  return [
    ['support: queue', () => selectQueue(db, queue, caller)],
    ['support: search', () => selectQueue(db, { ...queue, search: 'números' }, caller)],
    ['support: metrics', () => readDeskMetrics({ db, clock }, 90)],
    ['activity: latest', () => listActivities(db, all)],
    ['activity: search', () => listActivities(db, { ...all, search: 'publish' })],
  ];
}

const period = { from: '2000-01-01', to: '2999-12-31' };

/** Reads the header and the rows of the first query. */
async function readFirstChunks(db: Database, name: ExportName, { rifa }: Ids): Promise<void> {
  const chunks = exportList(db, name, {
    segment: '',
    rifaId: rifa,
    period,
    orders: orderFilters.parse({}),
  });
  await chunks.next();
  await chunks.next();
  await chunks.return(undefined);
}
