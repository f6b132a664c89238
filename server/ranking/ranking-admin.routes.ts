import { periodAt } from '@mare/domain/ranking/periods.ts';
import { api, requirePermission } from '../platform/http/api.ts';
import { deliverRankingPrize } from './deliver-ranking-prize.ts';
import { findPromisedPrizes, selectRanking } from './ranking.queries.ts';
import { selectRankingWinners } from './winners.queries.ts';

const LISTED = 10;

const { ranking } = api.admin;

export const rankingAdminRoutes = {
  winners: ranking.winners.use(requirePermission('manage-rankings')).handler(({ input, context }) => {
    return selectRankingWinners(context.platform.db, input);
  }),

  standing: ranking.standing.use(requirePermission('manage-rankings')).handler(async ({ input, context }) => {
    const { db, clock } = context.platform;
    const period = periodAt(input.kind, clock.now());
    const [people, prizes] = await Promise.all([
      selectRanking(db, period, LISTED, clock.now()),
      findPromisedPrizes(db, period),
    ]);
    return { endsAt: period.endsAt.toISOString(), prizes, people };
  }),

  deliver: ranking.deliver
    .use(requirePermission('manage-rankings'))
    .handler(async ({ input, context, errors }) => {
      if (!(await deliverRankingPrize(context.platform, context.admin, input)))
        throw errors.VERSION_CONFLICT();
      return { delivered: input.delivered };
    }),
};
