import { listWinners } from '../draws/list-winners.ts';
import { api } from '../platform/api.ts';
import { listTopByPoints, listTopReferrers } from './ranking.queries.ts';

const LISTED = 10;

export const rankingRoutes = {
  lists: api.ranking.lists.handler(async ({ context }) => {
    const { db } = context.platform;
    const [points, referrers, winners] = await Promise.all([
      listTopByPoints(db, LISTED),
      listTopReferrers(db, LISTED),
      listWinners(db, { page: 1, pageSize: LISTED }),
    ]);
    return { points, referrers, winners };
  }),
};
