import type { RankingPeriod } from '@mare/contract/ranking/ranking.ts';
import { listWinners } from '../draws/list-winners.ts';
import { api, requireUser } from '../platform/http/api.ts';
import { memoizeAsync } from '../platform/memoize-async.ts';
import { listTopByPoints, listTopReferrers } from './ranking.queries.ts';
import { readOwnPoints } from './read-own-points.ts';
import { readPeriods } from './read-periods.ts';
import { readRankingRules } from './read-ranking-rules.ts';

const LISTED = 10;

/** Summing a month's orders is expensive, and the ranking may be some seconds old. */
const CACHED_MS = 15_000;

export function createRankingRoutes() {
  const cache = memoizeAsync<RankingPeriod[]>(2);
  return {
    lists: api.ranking.lists.handler(async ({ context }) => {
      const { db } = context.platform;
      const [points, referrers, winners, { prizes: _, ...rules }] = await Promise.all([
        listTopByPoints(db, LISTED),
        listTopReferrers(db, LISTED),
        listWinners(context.platform, { page: 1, pageSize: LISTED }),
        readRankingRules(db),
      ]);
      return { points, referrers, winners, rules };
    }),

    periods: api.ranking.periods.handler(({ context: { platform } }) =>
      cache.get(String(Math.floor(platform.clock.now().getTime() / CACHED_MS)), () => readPeriods(platform)),
    ),

    mine: api.ranking.mine.use(requireUser).handler(({ context: { platform, principal } }) => {
      return readOwnPoints(platform, principal.userId);
    }),
  };
}
