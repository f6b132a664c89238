import type { Database } from '@mare/database/connection/connect.ts';
import type { RankingPeriod } from '@mare/contract/ranking/ranking.ts';
import { hideFromRankings } from '../accounts/profile/hide-from-rankings.ts';
import { listWinners } from '../draws/list-winners.ts';
import { api, requireUser } from '../platform/http/api.ts';
import { memoizeAsync } from '../platform/caching/memoize-async.ts';
import { listLoyal, listLucky, listTopByPoints, listTopReferrers } from './ranking.queries.ts';
import { readOwnPoints } from './read-own-points.ts';
import { readPeriods } from './read-periods.ts';
import { readRankingRules } from './read-ranking-rules.ts';

const LISTED = 10;

/** Summing a month's orders is expensive, and the ranking may be some seconds old. */
const CACHED_MS = 15_000;

/** Expensive sums over months that change slowly. */
const LONG_LISTS_CACHED_MS = 10 * 60_000;
const LOYALTY_WEEKS = 26;

type LongLists = Awaited<ReturnType<typeof readLongLists>>;

async function readLongLists(db: Database, now: Date) {
  const since = new Date(now.getTime() - LOYALTY_WEEKS * 7 * 86_400_000);
  const [loyal, lucky] = await Promise.all([listLoyal(db, LISTED, since), listLucky(db, LISTED)]);
  return { loyal, lucky };
}

export function createRankingRoutes() {
  const cache = memoizeAsync<RankingPeriod[]>(2);
  const longLists = memoizeAsync<LongLists>(2);
  return {
    lists: api.ranking.lists.handler(async ({ context }) => {
      const { db, clock } = context.platform;
      const [points, referrers, { loyal, lucky }, winners, { prizes: _, ...rules }] = await Promise.all([
        listTopByPoints(db, LISTED),
        listTopReferrers(db, LISTED),
        longLists.get(String(Math.floor(clock.now().getTime() / LONG_LISTS_CACHED_MS)), () =>
          readLongLists(db, clock.now()),
        ),
        listWinners(context.platform, { page: 1, pageSize: LISTED }),
        readRankingRules(db),
      ]);
      return { points, referrers, loyal, lucky, winners, rules };
    }),

    periods: api.ranking.periods.handler(({ context: { platform } }) =>
      cache.get(String(Math.floor(platform.clock.now().getTime() / CACHED_MS)), () => readPeriods(platform)),
    ),

    mine: api.ranking.mine.use(requireUser).handler(({ context: { platform, principal } }) => {
      return readOwnPoints(platform, principal.userId);
    }),

    changeOwn: api.ranking.changeOwn.use(requireUser).handler(async ({ input, context }) => {
      await hideFromRankings(context.platform, context.principal.userId, input.hidden);
      return input;
    }),
  };
}
