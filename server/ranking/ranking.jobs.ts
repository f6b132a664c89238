import { updateRankingsJob } from './update-rankings.job.ts';

export const rankingJobs = [updateRankingsJob];
