import { keepRankingsJob } from './keep-rankings.job.ts';

export const rankingJobs = [keepRankingsJob];
