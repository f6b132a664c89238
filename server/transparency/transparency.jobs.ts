import { stampCheckpointJob } from './timestamps/stamp-checkpoint.job.ts';

export const transparencyJobs = [stampCheckpointJob];
