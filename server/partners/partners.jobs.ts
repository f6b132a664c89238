import { announceApplicationJob } from './announce-application.job.ts';
import { sendPartnerCodeJob } from './login/send-partner-code.job.ts';
import { issueVouchersJob } from './vouchers/issue-vouchers.job.ts';
import { expireVouchersJob } from './vouchers/expire-vouchers.job.ts';

export const partnersJobs = [announceApplicationJob, sendPartnerCodeJob, issueVouchersJob, expireVouchersJob];
