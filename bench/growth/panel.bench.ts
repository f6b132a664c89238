/**
 * The panel's lists on a large shop: fails if one takes too long, reads many pages of the database or scans a large table
 * sequentially.
 * `npm run bench -- panel [orders] [users]`, by default a million orders by 200,000 people. The shop is cached in
 * `.data/bench-panel`; delete the folder to seed it again.
 */
import type { LogEvent } from 'kysely';
import type pg from 'pg';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { countAnalytics } from '@mare/server/admin/analytics/count-analytics.ts';
import { aggregateSales } from '@mare/server/admin/sales/aggregate-sales.job.ts';
import { systemClock } from '@mare/server/platform/clock.ts';
import { panelCases } from '../shop/panel-cases.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { openLargeShop } from '../shop/large-shop.ts';

const LARGE = new Set([
  'orders',
  'order_items',
  'profiles',
  'activity_logs',
  'users',
  'order_events',
  'affiliate_commissions',
  'email_messages',
  'coupon_claims',
]);
const GOAL_MS = 1_000;
/** Database pages of 8 kB that a list reads, which unlike time does not depend on the machine. */
const GOAL_PAGES = 20_000;
/** For an export: until its first two thousand rows are sent. */
const FILE_GOAL_MS = 5_000;

const [orders = 1_000_000, users = 200_000] = process.argv
  .slice(2)
  .filter((value) => /^\d+$/.test(value))
  .map(Number);
/** `--only TEXT` in the names of the cases. */
const only = process.argv.includes('--only') ? process.argv.at(process.argv.indexOf('--only') + 1)! : '';
const cleanup = createCleanup();
try {
  const pool = connectPool({ url: await openLargeShop({ orders, users }, cleanup) });
  cleanup.add(() => pool.end());
  process.exitCode = (await measureAll(pool)) > 0 ? 1 : 0;
} finally {
  await cleanup.run();
}

/** @returns the number of failures */
async function measureAll(pool: pg.Pool): Promise<number> {
  const recorded: RecordedQuery[] = [];
  const db = connectKysely(pool, (event: LogEvent) => {
    recorded.push(event.query);
  });
  const platform = { db, clock: systemClock };
  await aggregateSales(platform);
  await countAnalytics(platform);
  await pool.query('analyze sales_hours');
  const { rows } = await pool.query<{ rifa: string; person: string }>(
    `select (select id from rifas where status = 'active' limit 1) as rifa,
       (select id from profiles order by total_points desc limit 1) as person`,
  );
  const { rifa, person } = rows[0]!;
  const cases = panelCases(platform, { rifa, person });
  let failures = 0;
  for (const [name, run] of cases.filter(([each]) => each.includes(only))) {
    await run();
    recorded.length = 0;
    const began = performance.now();
    await run();
    const ms = Math.round(performance.now() - began);
    const { pages, scanned } = await inspectPlans(pool, recorded.splice(0));
    const isExport = name.startsWith('export:');
    const isMet = isExport ? ms < FILE_GOAL_MS : ms < GOAL_MS && scanned.length === 0 && pages <= GOAL_PAGES;
    if (!isMet) failures++;
    console.log(
      `${isMet ? 'ok  ' : 'SLOW'} ${String(ms).padStart(5)} ms ${String(pages).padStart(7)} pages  ${name}${scanned.length > 0 ? `  sequential scan of ${scanned.join(', ')}` : ''}`,
    );
  }
  return failures;
}

interface RecordedQuery {
  sql: string;
  parameters: readonly unknown[];
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** Runs the queries again. @returns pages they read, and large tables that they scan sequentially */
async function inspectPlans(
  pool: pg.Pool,
  queries: RecordedQuery[],
): Promise<{ pages: number; scanned: string[] }> {
  const found = new Set<string>();
  let pages = 0;
  for (const { sql, parameters } of queries) {
    if (!/^\s*(?:select|with)/i.test(sql)) continue;
    const { rows } = await pool.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters]);
    const visit = (plan: Plan): void => {
      const table = plan['Relation Name'];
      if (plan['Node Type'] === 'Seq Scan' && table && LARGE.has(table)) found.add(table);
      for (const part of plan.Plans ?? []) visit(part);
    };
    const plan = rows[0]['QUERY PLAN'][0].Plan as Plan;
    pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    visit(plan);
  }
  return { pages, scanned: [...found] };
}
