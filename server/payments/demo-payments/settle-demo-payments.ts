/** Makes the sandbox's bank withdrawals until today, and imports its settlement report. */
import { midnightInMaceio } from '@mare/domain/time/maceio-time.ts';
import { sql } from 'kysely';
import { FEE_BASIS_POINTS } from '../sandbox/api/representations.ts';
import { writeSettlementReport } from '../sandbox/settlement-report.ts';
import { importReport } from '../settlement-reports/import-report.ts';
import type { Platform } from '../../platform/platform.ts';
import { PROVIDER } from './pay-demo-orders.ts';

/** @throws Error if the report differs from the shop's payments */
export async function settleDemoPayments(platform: Platform): Promise<void> {
  const { db, pool, clock } = platform;
  const today = midnightInMaceio(clock.now());
  await withdrawWeekly(platform, today);
  const { rows } = await sql<{ first: Date }>`
    select coalesce(min(approved_at), ${today}) as first from sandbox.payments`.execute(db);
  const csv = await writeSettlementReport(pool, rows[0]!.first, today);
  const result = await importReport(platform, { provider: PROVIDER, csv, userId: null });
  if (!result.ok)
    throw new Error(`the report of the demonstration: ${JSON.stringify(result.rejected.slice(0, 3))}`);
}

/** Every Monday at 8:00, withdraws the week's revenue without its fees and refunds. */
async function withdrawWeekly({ db }: Platform, until: Date): Promise<void> {
  await sql`
    insert into sandbox.withdrawals (amount, created_at)
    select sum(amount), withdrawn_at
    from (
      select amount - round(amount * ${sql.lit(FEE_BASIS_POINTS)} / 10000, 2) as amount, approved_at as at from sandbox.payments where approved_at is not null
      union all
      select -amount, created_at from sandbox.refunds
    ) as change
    cross join lateral (select
      (date_trunc('week', at at time zone 'America/Maceio') + interval '7 days 8 hours') at time zone 'America/Maceio' as withdrawn_at
    ) as week
    group by withdrawn_at having sum(amount) > 0 and withdrawn_at < ${until}`.execute(db);
}
