import { addUpSalesJob } from './figures/add-up-sales.job.ts';

export const adminJobs = [addUpSalesJob];
