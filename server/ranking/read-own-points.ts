import { PERIOD_KINDS, periodAt } from '@mare/domain/ranking/periods.ts';
import type { Platform } from '../platform/platform.ts';
import { selectPersonTotals, sumPoints } from './ranking.queries.ts';

/** A person's total points and those of the current day, week and month, counted like in the rankings. */
export async function readOwnPoints({ db, clock }: Pick<Platform, 'db' | 'clock'>, userId: string) {
  const now = clock.now();
  const { accounts, ...totals } = await selectPersonTotals(db, userId);
  const periods = await Promise.all(
    PERIOD_KINDS.map(async (kind) => ({ kind, points: await sumPoints(db, periodAt(kind, now), accounts) })),
  );
  return { ...totals, periods };
}
