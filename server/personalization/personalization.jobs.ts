import { recomputeSegmentJob, recomputeSegmentsJob } from './recompute-segments.job.ts';

export const personalizationJobs = [recomputeSegmentJob, recomputeSegmentsJob];
