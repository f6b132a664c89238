import { rewardShareJob } from './shares/reward-share.job.ts';
import { earnCommissionJob } from './commissions/earn-commission.job.ts';
import { sendCommissionMailJob } from './commissions/send-commission-mail.job.ts';
import { writeOffCommissionsJob } from './commissions/write-off-commissions.job.ts';
import { reverseOwnCommissionsJob } from './commissions/reverse-own-commissions.job.ts';
import { reverseCommissionJob } from './commissions/reverse-commission.job.ts';
import { collectPayoutsJob } from './payouts/collect-payouts.job.ts';
import { holdDisputedSalesJob } from './payouts/hold-disputed-sales.job.ts';

export const affiliatesJobs = [
  earnCommissionJob,
  rewardShareJob,
  sendCommissionMailJob,
  reverseCommissionJob,
  reverseOwnCommissionsJob,
  writeOffCommissionsJob,
  collectPayoutsJob,
  holdDisputedSalesJob,
];
