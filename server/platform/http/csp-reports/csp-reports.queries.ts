import { sql } from 'kysely';
import type { Platform } from '../../platform.ts';
import type { RetentionRule } from '../../database/retention.ts';

/** Maximum kinds stored. Anyone may post reports, so further kinds are only logged. */
const KINDS_MAX = 300;
const SHOWN = 20;

export const cspReportsRetention: RetentionRule = { table: 'cspReports', column: 'lastAt', days: 30 };

export interface CspReport {
  directive: string;
  blocked: string;
  page: string;
  source: string;
}

/** Counts reports by kind. */
export async function countCspReports(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  reports: readonly CspReport[],
): Promise<void> {
  if (reports.length === 0) return;
  const now = clock.now();
  const column = (name: keyof CspReport) => reports.map((report) => report[name]);
  await sql`
    insert into csp_reports as known (directive, blocked, page, source, reports, first_at, last_at)
    select directive, blocked, page, source, count(*), ${now}::timestamptz, ${now}::timestamptz
    from unnest(${column('directive')}::text[], ${column('blocked')}::text[], ${column('page')}::text[],
      ${column('source')}::text[]) as posted (directive, blocked, page, source)
    where (select count(*) from csp_reports) < ${KINDS_MAX}
      or (directive, blocked, page, source) in (select directive, blocked, page, source from csp_reports)
    group by directive, blocked, page, source
    order by directive, blocked, page, source
    on conflict (directive, blocked, page, source) do update
      set reports = least(known.reports::bigint + excluded.reports, 1000000000), last_at = excluded.last_at`.execute(
    db,
  );
}

export interface CountedCspReport extends CspReport {
  reports: number;
  firstAt: Date;
  lastAt: Date;
}

/** The most recently reported kinds, latest first. */
export function listCspReports({ db }: Pick<Platform, 'db'>): Promise<CountedCspReport[]> {
  return db.selectFrom('cspReports').selectAll().orderBy('lastAt', 'desc').limit(SHOWN).execute();
}
