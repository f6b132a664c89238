import type { RankingPeriod } from '@mare/contract/ranking/ranking.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import { PERIOD_KINDS, periodAt } from '@mare/domain/ranking/periods.ts';
import type { Platform } from '../platform/platform.ts';
import { findPromisedPrizes, listLastWinners, selectRanking } from './ranking.queries.ts';

const LISTED = 10;

export async function readPeriods({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<RankingPeriod[]> {
  return Promise.all(
    PERIOD_KINDS.map(async (kind) => {
      const period = periodAt(kind, clock.now());
      const [standing, prizes, lastWinners] = await Promise.all([
        selectRanking(db, period, LISTED, clock.now()),
        findPromisedPrizes(db, period),
        listLastWinners(db, kind),
      ]);
      return {
        kind,
        startsAt: period.startsAt.toISOString(),
        endsAt: period.endsAt.toISOString(),
        prizes,
        standing: standing.map(({ name, points }) => ({ name: shortName(name), points })),
        lastWinners,
      };
    }),
  );
}
