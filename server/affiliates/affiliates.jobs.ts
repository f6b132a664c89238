import { earnCommissionJob } from './commissions/earn-commission.job.ts';
import { mailEarnerJob } from './commissions/mail-earner.job.ts';
import { reverseCommissionJob } from './commissions/reverse-commission.job.ts';
import { collectPayoutsJob } from './payouts/collect-payouts.job.ts';

export const affiliatesJobs = [earnCommissionJob, mailEarnerJob, reverseCommissionJob, collectPayoutsJob];
