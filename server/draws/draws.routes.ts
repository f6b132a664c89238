import { api } from '../platform/api.ts';
import { countWinners, listWinners } from './list-winners.ts';

const WINNERS_ON_A_PAGE = 24;

export const drawsRoutes = {
  winners: api.draws.winners.handler(async ({ input, context }) => {
    const { db } = context.platform;
    const [winners, count] = await Promise.all([
      listWinners(db, { page: input.page, pageSize: WINNERS_ON_A_PAGE }),
      countWinners(db),
    ]);
    return { winners, pages: Math.max(1, Math.ceil(count / WINNERS_ON_A_PAGE)) };
  }),
};
