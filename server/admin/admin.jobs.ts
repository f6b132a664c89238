import { aggregateSalesJob } from './sales/aggregate-sales.job.ts';

export const adminJobs = [aggregateSalesJob];
