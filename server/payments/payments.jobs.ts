import { endOrdersOfPersonJob } from './attempts/ending/end-orders-of-person.job.ts';
import { checkLedgerJob } from './monitoring/check-ledger.job.ts';
import { proveLedgerJob } from './monitoring/prove-ledger.job.ts';
import { refundRifaJob } from './refunds/cancelled/refund-rifa.job.ts';
import { reviewRecentPaymentsJob } from './review/review-recent-payments.job.ts';
import { fetchSettlementReportsJob } from './settlement-reports/fetch-reports.job.ts';

export const paymentsJobs = [
  checkLedgerJob,
  endOrdersOfPersonJob,
  fetchSettlementReportsJob,
  proveLedgerJob,
  refundRifaJob,
  reviewRecentPaymentsJob,
];
