import { anchorCheckpointJob } from './timestamps/anchor-checkpoint.job.ts';
import { stampCheckpointJob } from './timestamps/stamp-checkpoint.job.ts';

export const transparencyJobs = [anchorCheckpointJob, stampCheckpointJob];
