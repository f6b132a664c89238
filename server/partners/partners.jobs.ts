import { sendPartnerCodeJob } from './login/send-partner-code.job.ts';
import { issueVouchersJob } from './vouchers/issue-vouchers.job.ts';
import { sweepVouchersJob } from './vouchers/sweep-vouchers.job.ts';

export const partnersJobs = [sendPartnerCodeJob, issueVouchersJob, sweepVouchersJob];
