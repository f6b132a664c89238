import { keepSegmentJob, keepSegmentsJob } from './keep-segments.job.ts';

export const personalizationJobs = [keepSegmentJob, keepSegmentsJob];
