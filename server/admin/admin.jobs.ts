import { runBulkActionJob } from './bulk/run-bulk-action.job.ts';
import { aggregateSalesJob } from './sales/aggregate-sales.job.ts';

export const adminJobs = [aggregateSalesJob, runBulkActionJob];
