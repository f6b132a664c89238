import type { Cohort, Funnel } from '@mare/contract/admin/analytics.ts';
import type { Platform } from '../../platform/platform.ts';
import { findCohortsCount, selectCohortMonths } from './cohorts.queries.ts';
import { dateDaysLater, LIVE_DAYS } from './count-analytics.ts';
import { selectVisitSources } from './visits.queries.ts';

const SOURCES_SHOWN = 20;
const COHORTS_SHOWN = 12;
const MONTHS_SHOWN = 13;

type Steps = Funnel['total'];

/** @param days whole days, today included */
export async function readFunnel(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  days: number,
): Promise<Funnel> {
  const now = clock.now();
  const sources = await selectVisitSources(
    db,
    dateDaysLater(now, 1 - days),
    dateDaysLater(now, 1 - LIVE_DAYS),
  );
  const sum = (step: keyof Steps) => sources.reduce((total, one) => total + one[step], 0);
  return {
    total: {
      visits: sum('visits'),
      viewed: sum('viewed'),
      carted: sum('carted'),
      ordered: sum('ordered'),
      paid: sum('paid'),
      paidCentavos: sum('paidCentavos'),
    },
    sources: sources.slice(0, SOURCES_SHOWN),
  };
}

/** Months without purchases of a cohort are zeros; the list ends with the latest month that has a purchase. */
export async function readCohorts({
  db,
}: Pick<Platform, 'db'>): Promise<{ countedAt: string | null; cohorts: Cohort[] }> {
  const [countedAt, rows] = await Promise.all([findCohortsCount(db), selectCohortMonths(db, COHORTS_SHOWN)]);
  const last = Math.max(...rows.map(({ month }) => monthNumber(month)));
  const cohorts = [...Map.groupBy(rows, ({ firstMonth }) => firstMonth)].map(([month, of]) => {
    const first = monthNumber(month);
    const months = Array.from({ length: Math.min(last - first + 1, MONTHS_SHOWN) }, (_, at) => {
      const found = of.find((row) => monthNumber(row.month) === first + at);
      return { buyers: found?.buyers ?? 0, paidCentavos: found?.paidCentavos ?? 0 };
    });
    return { month, buyers: months[0]!.buyers, months };
  });
  return { countedAt: countedAt?.toISOString() ?? null, cohorts };
}

/** Months since year 0. @param month e.g. '2026-11-01' */
function monthNumber(day: string): number {
  const [year, month] = day.split('-').map(Number);
  return year! * 12 + month!;
}
