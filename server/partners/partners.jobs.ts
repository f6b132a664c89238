import { announceApplicationJob } from './announce-application.job.ts';
import { announceCommissionsJob } from './announce-commissions.job.ts';
import { remindBookingsJob } from './bookings/remind-bookings.job.ts';
import { issueVouchersJob } from './vouchers/issue-vouchers.job.ts';
import { expireVouchersJob } from './vouchers/expiry/expire-vouchers.job.ts';
import { remindExpiringVouchersJob } from './vouchers/expiry/remind-expiring-vouchers.job.ts';
import { waitVouchersJob } from './vouchers/expiry/waiting-vouchers.ts';

export const partnersJobs = [
  announceApplicationJob,
  announceCommissionsJob,
  issueVouchersJob,
  expireVouchersJob,
  remindBookingsJob,
  remindExpiringVouchersJob,
  waitVouchersJob,
];
