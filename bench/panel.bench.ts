/**
 * The lists of the panel on a large shop: how long each takes, and whether the database reads a large table from end to
 * end for it. `npm run bench -- panel [orders] [users]`, by default a million orders of 200,000 people. The shop is kept
 * in `.data/bench-panel` and used again; delete the folder to make it anew.
 */
import type { LogEvent } from 'kysely';
import type pg from 'pg';
import { connectKysely, connectPool } from '@mare/database/connect.ts';
import { periodAt } from '@mare/domain/ranking/periods.ts';
import { selectActiveRifas, selectRecentOrders, countOverdueWork } from '@mare/server/admin/admin.queries.ts';
import { countAnalytics } from '@mare/server/admin/analytics/count-analytics.ts';
import { readCohorts, readFunnel } from '@mare/server/admin/analytics/read-analytics.ts';
import { addUpSales } from '@mare/server/admin/figures/add-up-sales.job.ts';
import { countUsersAndOrders, readSales } from '@mare/server/admin/figures/read-sales.ts';
import { selectPeople } from '@mare/server/admin/people/people.queries.ts';
import { readPerson } from '@mare/server/admin/people/read-person.ts';
import { listActivities } from '@mare/server/notifications/list-activities.ts';
import { systemClock } from '@mare/server/platform/clock.ts';
import { selectStanding } from '@mare/server/ranking/ranking.queries.ts';
import { selectRankingWinners } from '@mare/server/ranking/winners.queries.ts';
import { findBuyers } from '@mare/server/rifas/management/find-buyers.ts';
import { readRifaFigures, selectRifaRows } from '@mare/server/rifas/management/managed-rifas.queries.ts';
import { closeAtTheEnd } from './shop/closing.ts';
import { openLargeShop } from './shop/large-shop.ts';

const LARGE = new Set(['orders', 'order_items', 'profiles', 'activity_logs', 'users', 'order_events']);
const GOAL_MS = 1_000;

const [orders = 1_000_000, users = 200_000] = process.argv.slice(2).map(Number);
const closing = closeAtTheEnd();
try {
  const pool = connectPool({ url: await openLargeShop({ orders, users }, closing) });
  closing.add(() => pool.end());
  process.exitCode = (await measureAll(pool)) > 0 ? 1 : 0;
} finally {
  await closing.run();
}

/** @returns how many were too slow. */
async function measureAll(pool: pg.Pool): Promise<number> {
  const asked: Asked[] = [];
  const db = connectKysely(pool, (event: LogEvent) => {
    asked.push(event.query);
  });
  const platform = { db, clock: systemClock };
  await addUpSales(platform);
  await countAnalytics(platform);
  await pool.query('analyze sales_hours');
  const { rows } = await pool.query<{ rifa: string; person: string }>(
    `select (select id from rifas where status = 'active' limit 1) as rifa,
       (select id from profiles order by total_points desc limit 1) as person`,
  );
  const { rifa, person } = rows[0]!;
  const people = { search: '', sort: 'newest', segment: '', page: 1 } as const;
  const rifas = { search: '', sort: 'newest', status: '', page: 1 } as const;
  const everybody = { userId: null, search: '', entityType: '' };
  const cases: [string, () => Promise<unknown>][] = [
    ['dashboard: totals', () => countUsersAndOrders(platform)],
    ['dashboard: recent orders', () => selectRecentOrders(db, 50)],
    ['dashboard: active rifas', () => selectActiveRifas(db)],
    ['dashboard: waiting work', () => countOverdueWork(db, systemClock.now())],
    ['dashboard: sales of a day', () => readSales(platform, 'day')],
    ['dashboard: sales of a year', () => readSales(platform, 'year')],
    ['rifas: newest', () => selectRifaRows(db, rifas)],
    ['rifas: title', () => selectRifaRows(db, { ...rifas, search: 'ifa 1', sort: 'title' })],
    ['rifa: figures', () => readRifaFigures(db, rifa)],
    ['rifa: buyers', () => findBuyers(db, { id: rifa, search: '', page: 1 })],
    ['rifa: holder of a number', () => findBuyers(db, { id: rifa, search: '4711', page: 1 })],
    ['rifa: a buyer', () => findBuyers(db, { id: rifa, search: 'pessoa77@', page: 1 })],
    ['crm: newest', () => selectPeople(db, people)],
    ['crm: page 200', () => selectPeople(db, { ...people, page: 200 })],
    ['crm: points', () => selectPeople(db, { ...people, sort: 'points' })],
    ['crm: segment', () => selectPeople(db, { ...people, segment: 'vip' })],
    ['crm: name', () => selectPeople(db, { ...people, search: 'bruna a' })],
    ['crm: e-mail', () => selectPeople(db, { ...people, search: 'pessoa4711@' })],
    ['crm: phone', () => selectPeople(db, { ...people, search: '82900004711' })],
    ['crm: a person', () => readPerson(db, person, systemClock.now())],
    [
      'gamification: the month’s standing',
      () => selectStanding(db, periodAt('month', systemClock.now()), 10),
    ],
    [
      'gamification: winners',
      () => selectRankingWinners(db, { search: '', sort: 'newest', filter: '', page: 1 }),
    ],
    ['analytics: funnel', () => readFunnel(platform, 90)],
    ['analytics: cohorts', () => readCohorts(platform)],
    ['activity: latest', () => listActivities(db, everybody)],
    ['activity: search', () => listActivities(db, { ...everybody, search: 'publish' })],
  ];
  let failures = 0;
  for (const [name, run] of cases) {
    await run();
    asked.length = 0;
    const began = performance.now();
    await run();
    const ms = Math.round(performance.now() - began);
    const scanned = await scannedTables(pool, asked.splice(0));
    const isFine = ms < GOAL_MS && scanned.length === 0;
    if (!isFine) failures++;
    console.log(
      `${isFine ? 'ok  ' : 'SLOW'} ${String(ms).padStart(5)} ms  ${name}${scanned.length > 0 ? `  reads all of ${scanned.join(', ')}` : ''}`,
    );
  }
  return failures;
}

interface Asked {
  sql: string;
  parameters: readonly unknown[];
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

async function scannedTables(pool: pg.Pool, queries: Asked[]): Promise<string[]> {
  const found = new Set<string>();
  for (const { sql, parameters } of queries) {
    if (!/^\s*(?:select|with|insert)/i.test(sql)) continue;
    const { rows } = await pool.query(`explain (format json) ${sql}`, [...parameters]);
    const visit = (plan: Plan): void => {
      const table = plan['Relation Name'];
      if (plan['Node Type'] === 'Seq Scan' && table && LARGE.has(table)) found.add(table);
      for (const part of plan.Plans ?? []) visit(part);
    };
    visit(rows[0]['QUERY PLAN'][0].Plan as Plan);
  }
  return [...found];
}
