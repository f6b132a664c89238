import { announceApplicationJob } from './announce-application.job.ts';
import { issueVouchersJob } from './vouchers/issue-vouchers.job.ts';
import { expireVouchersJob } from './vouchers/expire-vouchers.job.ts';

export const partnersJobs = [announceApplicationJob, issueVouchersJob, expireVouchersJob];
