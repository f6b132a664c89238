import { announceApplicationJob } from './announce-application.job.ts';
import { announceCommissionsJob } from './announce-commissions.job.ts';
import { remindBookingsJob } from './bookings/remind-bookings.job.ts';
import { issueVouchersJob } from './vouchers/issue-vouchers.job.ts';
import { remindExpiringVouchersJob } from './vouchers/remind-expiring-vouchers.job.ts';
import { waitVouchersJob } from './vouchers/waiting-vouchers.ts';
import { expireVouchersJob } from './vouchers/expire-vouchers.job.ts';

export const partnersJobs = [
  announceApplicationJob,
  announceCommissionsJob,
  issueVouchersJob,
  expireVouchersJob,
  remindBookingsJob,
  remindExpiringVouchersJob,
  waitVouchersJob,
];
