/** The job process: every background job, and the loops that refresh caches. */
import { composeOutbox } from './compose-outbox.ts';
import { carryOutApprovalsJob } from './approval-handlers.ts';
import { openAuth } from '../accounts/auth.ts';
import { readAuthSettings } from '../accounts/auth-settings.ts';
import { accountsJobs } from '../accounts/accounts.jobs.ts';
import { adminJobs } from '../admin/admin.jobs.ts';
import { affiliatesJobs } from '../affiliates/affiliates.jobs.ts';
import { campaignsJobs } from '../campaigns/campaigns.jobs.ts';
import { cartJobs } from '../cart/cart.jobs.ts';
import { checkoutJobs } from '../checkout/checkout.jobs.ts';
import { drawsJobs } from '../draws/draws.jobs.ts';
import { ordersJobs } from '../orders/orders.jobs.ts';
import { partnersJobs } from '../partners/partners.jobs.ts';
import { paymentsJobs } from '../payments/payments.jobs.ts';
import { personalizationJobs } from '../personalization/personalization.jobs.ts';
import { purgeOldDataJob } from './purge-old-data.job.ts';
import { rankingJobs } from '../ranking/ranking.jobs.ts';
import { rifasJobs } from '../rifas/rifas.jobs.ts';
import { supportJobs } from '../support/support.jobs.ts';
import { earnCommissionJob } from '../affiliates/commissions/earn-commission.job.ts';
import { rewardShareJob } from '../affiliates/shares/reward-share.job.ts';
import { holdDisputedSalesJob } from '../affiliates/payouts/hold-disputed-sales.job.ts';
import { reverseCommissionJob } from '../affiliates/commissions/reverse-commission.job.ts';
import { recoverCartJob } from '../cart/abandonment/recover-cart.job.ts';
import { releaseCouponJob } from '../checkout/coupons/release-coupon.job.ts';
import { refreshArchiveJob } from '../draws/archive/refresh-archive.job.ts';
import { closeSoldOutJob } from '../rifas/closing/close-rifas.job.ts';
import { findInstantPrizesJob } from '../draws/instant/finding/find-instant-prizes.job.ts';
import { onResultConfirmed } from '../draws/on-result-confirmed.ts';
import { onDrawCompleted } from '../draws/on-draw-completed.ts';
import { notifyGroupPaidJob, notifyGroupRefundedJob } from '../orders/group-purchases/notify-group.job.ts';
import { startSoldNumbersRefresh } from '../orders/numbers/refresh-sold-numbers.ts';
import { onOrderEvents } from '../orders/lifecycle/on-order-events.ts';
import { withdrawVouchers } from '../partners/vouchers/withdraw-vouchers.ts';
import { waitVouchersJob } from '../partners/vouchers/expiry/waiting-vouchers.ts';
import { issueVouchersJob } from '../partners/vouchers/issue-vouchers.job.ts';
import { recomputeSegmentJob } from '../personalization/recompute-segments.job.ts';
import type { JobRunner } from '../platform/jobs/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import type { Services } from './services.ts';
import { transparencyJobs } from '../transparency/transparency.jobs.ts';
import { recordPrograms } from '../transparency/entries/log-programs.ts';
import { startLog } from '../transparency/tree/start-log.ts';
import { startWitnessing } from '../transparency/witnesses/start-witnessing.ts';

/** Event handlers of higher features, which the emitting feature must not import. */
const eventJobs = [
  ...onOrderEvents(
    {
      paid: [earnCommissionJob],
      refunded: [reverseCommissionJob],
      partlyRefunded: [reverseCommissionJob],
      chargedBack: [reverseCommissionJob],
      disputed: [holdDisputedSalesJob],
      disputeWon: [reverseCommissionJob],
    },
    { paid: [rewardShareJob], refunded: [rewardShareJob], chargedBack: [rewardShareJob] },
    { paid: [closeSoldOutJob] },
    {
      paid: [notifyGroupPaidJob],
      refunded: [notifyGroupRefundedJob],
      chargedBack: [notifyGroupRefundedJob],
    },
    {
      paid: [findInstantPrizesJob],
      refunded: [findInstantPrizesJob],
      partlyRefunded: [findInstantPrizesJob],
      chargedBack: [findInstantPrizesJob],
    },
    { cancelled: [releaseCouponJob], refunded: [releaseCouponJob] },
    { disputed: [waitVouchersJob], disputeWon: [waitVouchersJob] },
    { paid: [recoverCartJob] },
    { paid: [recomputeSegmentJob], refunded: [recomputeSegmentJob], chargedBack: [recomputeSegmentJob] },
  ),
  carryOutApprovalsJob,
  onResultConfirmed(withdrawVouchers),
  onDrawCompleted(issueVouchersJob),
];

const platformJobs = [
  ...eventJobs,
  ...adminJobs,
  purgeOldDataJob,
  ...affiliatesJobs,
  ...campaignsJobs,
  ...cartJobs,
  ...checkoutJobs,
  ...drawsJobs,
  ...ordersJobs,
  ...partnersJobs,
  ...personalizationJobs,
  ...rankingJobs,
  ...rifasJobs,
  ...supportJobs,
  ...transparencyJobs,
];

/** All queues: created at the start of each process, so that any process can enqueue. */
export const JOBS = [...accountsJobs, ...paymentsJobs, ...platformJobs];

/** @returns stops the worker */
export async function startWorker(
  platform: Platform,
  jobs: JobRunner,
  { payments }: Services,
): Promise<() => Promise<void>> {
  await recordPrograms(platform);
  const publicLog = startLog(platform);
  const witnessing = startWitnessing(platform);
  const soldNumbers = startSoldNumbersRefresh(platform);
  const outbox = composeOutbox(platform);
  payments.start();
  outbox.start();
  await jobs.work(openAuth(platform, readAuthSettings(process.env, platform.config)), accountsJobs);
  await jobs.work(payments.context, paymentsJobs);
  await jobs.work(platform, platformJobs);
  // A new shop offers extractions immediately, not only after the first scheduled run.
  await jobs.enqueue(platform.db, refreshArchiveJob, {});
  return async () => {
    await outbox.stop();
    await witnessing.stop();
    await publicLog.stop();
    await soldNumbers.stop();
  };
}
