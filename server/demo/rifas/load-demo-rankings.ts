/** Rankings with prizes: last week's winners, and the prizes of the current periods. */
import { periodAt } from '@mare/domain/ranking/periods.ts';
import type { Platform } from '../../platform/platform.ts';
import { updateRankings } from '../../ranking/update-rankings.job.ts';

const PRIZES = {
  day: ['Cesta de café da manhã', 'R$ 20 em cotas'],
  week: ['Jantar para duas pessoas', 'R$ 100 em cotas', 'R$ 50 em cotas'],
  month: ['Fim de semana em Maragogi', 'R$ 300 em cotas', 'R$ 150 em cotas'],
};

const WEEK_MS = 7 * 86_400_000;

export async function loadDemoRankings(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  await db
    .updateTable('settings')
    .set({ value: JSON.stringify(PRIZES) })
    .where('key', '=', 'ranking_prizes')
    .execute();
  const lastWeek = periodAt('week', new Date(clock.now().getTime() - WEEK_MS));
  await db
    .insertInto('rankingPeriods')
    .values({ ...lastWeek, prizes: PRIZES.week })
    .execute();
  await updateRankings(platform);
}
