/** The job process: every background job, and the loops that keep figures fresh. */
import {
  SEND_CONFIRMATION,
  sendNewsletterConfirmation,
} from './campaigns/send-newsletter-confirmation.job.ts';
import {
  SEND_UNSUBSCRIBE_LINK,
  sendUnsubscribeLinkJob,
} from './campaigns/preferences/send-unsubscribe-link.job.ts';
import { ACCOUNT_JOB_NAMES, createAccountJobs } from './accounts/accounts.jobs.ts';
import { RECOVER_CART, recoverCartJob } from './cart/abandonment/recover-cart.job.ts';
import { SEND_PUSH } from './notifications/push/queue-push.ts';
import { sendPushJob } from './notifications/push/send-push.job.ts';
import { SEND_WHATSAPP } from './notifications/whatsapp/queue-whatsapp.ts';
import { sendWhatsAppJob } from './notifications/whatsapp/send-whatsapp.job.ts';
import { REMIND_OF_CARTS, remindOfCartsJob } from './cart/abandonment/remind-of-carts.job.ts';
import { SEND_DUE_MAILS, sendDueMailsJob } from './campaigns/messages/send-due-mails.job.ts';
import { RELEASE_COUPON, releaseCouponJob } from './checkout/coupons/release-coupon.job.ts';
import { EARN_COMMISSION, earnCommissionJob } from './affiliates/commissions/earn-commission.job.ts';
import { COLLECT_PAYOUTS, collectPayoutsJob } from './affiliates/payouts/collect-payouts.job.ts';
import { MAIL_EARNER, mailEarnerJob } from './affiliates/commissions/mail-earner.job.ts';
import { REVERSE_COMMISSION, reverseCommissionJob } from './affiliates/commissions/reverse-commission.job.ts';
import { ISSUE_VOUCHERS, issueVouchersJob } from './partners/vouchers/issue-vouchers.job.ts';
import { SEND_PARTNER_CODE, sendPartnerCode } from './partners/login/send-partner-code.job.ts';
import { SWEEP_VOUCHERS, sweepVouchersJob } from './partners/vouchers/sweep-vouchers.job.ts';
import { SWEEP_OLD_DATA, sweepOldDataJob } from './admin/retention/sweep-old-data.job.ts';
import { ADD_UP_SALES, addUpSalesJob } from './admin/figures/add-up-sales.job.ts';
import { keepSoldNumbersFresh } from './orders/numbers/refresh-sold-numbers.ts';
import { followOrderJobs } from './orders/follow-order.jobs.ts';
import { NOTIFY_ORDER, notifyOrderJob, ORDER_NEWS } from './orders/notify-order.job.ts';
import { SEND_ORDER_MAIL, sendOrderMailJob } from './orders/mails/send-order-mail.job.ts';
import { SEND_GIFT_MAIL, sendGiftMailJob } from './orders/gifts/send-gift-mail.job.ts';
import { SEND_LOOKUP_CODE } from './orders/own-numbers/lookup-code.ts';
import { sendLookupCodeJob } from './orders/own-numbers/send-lookup-code.job.ts';
import { ORDER_JOBS } from './orders/order-jobs.ts';
import {
  REVIEW_RECENT_PAYMENTS,
  reviewRecentPaymentsJob,
} from './payments/review/review-recent-payments.job.ts';
import {
  KEEP_SEGMENT,
  KEEP_SEGMENTS,
  keepSegmentJob,
  keepSegmentsJob,
} from './personalization/keep-segments.job.ts';
import { KEEP_RANKINGS, keepRankingsJob } from './ranking/keep-rankings.job.ts';
import { TELL_EXTREMES, tellExtremesJob } from './rifas/leaders/tell-extremes.job.ts';
import { MAKE_PICTURE_SIZES, makePictureSizesJob } from './rifas/pictures/make-picture-sizes.job.ts';
import { CHECK_LEDGER, checkLedgerJob } from './payments/ledger/check-ledger.job.ts';
import { REFUND_RIFA, refundRifaJob } from './payments/refunds/refund-rifa.job.ts';
import { OPEN_SCHEDULED_RIFAS, openScheduledRifasJob } from './rifas/management/open-scheduled-rifas.job.ts';
import { anchorSealsJob } from './draws/anchor/anchor-seals.job.ts';
import { closeDueRifasJob, closeSoldOutJob } from './draws/closing/close-rifas.job.ts';
import { FIND_INSTANT_PRIZES, findInstantPrizesJob } from './draws/instant/find-instant-prizes.job.ts';
import { DRAW_JOBS } from './draws/draw-jobs.ts';
import { fetchResultsJob } from './draws/lottery/fetch-results.job.ts';
import { followDrawJobs } from './draws/follow-draw.jobs.ts';
import { freezeListJob } from './draws/list/freeze-list.job.ts';
import { remindWinnersJob } from './draws/prizes/remind-winners.job.ts';
import { tellBuyersJob } from './draws/tell-buyers.job.ts';
import { tellWinnersJob } from './draws/prizes/tell-winners.job.ts';
import type { JobRunner } from './platform/jobs.ts';
import type { Platform } from './platform/platform.ts';
import type { Services } from './services.ts';
import {
  SEND_CONTACT_CONFIRMATION,
  sendContactConfirmation,
} from './support/send-contact-confirmation.job.ts';
import { ESCALATE_TICKETS, escalateTicketsJob } from './support/desk/escalate-tickets.job.ts';
import { SEND_TICKET_MAIL, sendTicketMailJob } from './support/send-ticket-mail.job.ts';

/** Every queue there is: made at the start of each process, so that any of them may enqueue. */
export const JOB_NAMES: string[] = [
  ...ACCOUNT_JOB_NAMES,
  ...Object.values(ORDER_JOBS),
  SEND_ORDER_MAIL,
  NOTIFY_ORDER,
  SEND_LOOKUP_CODE,
  SEND_GIFT_MAIL,
  ...Object.values(DRAW_JOBS),
  FIND_INSTANT_PRIZES,
  REVIEW_RECENT_PAYMENTS,
  REFUND_RIFA,
  CHECK_LEDGER,
  OPEN_SCHEDULED_RIFAS,
  ADD_UP_SALES,
  SWEEP_OLD_DATA,
  SEND_CONFIRMATION,
  SEND_UNSUBSCRIBE_LINK,
  SEND_CONTACT_CONFIRMATION,
  SEND_TICKET_MAIL,
  ESCALATE_TICKETS,
  MAKE_PICTURE_SIZES,
  EARN_COMMISSION,
  REVERSE_COMMISSION,
  COLLECT_PAYOUTS,
  MAIL_EARNER,
  ISSUE_VOUCHERS,
  SWEEP_VOUCHERS,
  SEND_PARTNER_CODE,
  RELEASE_COUPON,
  RECOVER_CART,
  REMIND_OF_CARTS,
  SEND_DUE_MAILS,
  SEND_PUSH,
  SEND_WHATSAPP,
  KEEP_SEGMENT,
  KEEP_SEGMENTS,
  KEEP_RANKINGS,
  TELL_EXTREMES,
];

/** Enqueued with every order: see `JobRunner.prepare`. */
export const POLLED_JOBS: readonly string[] = [ORDER_JOBS.created, ORDER_JOBS.paid];

/** @returns how to stop it. */
export async function startWorker(
  platform: Platform,
  jobs: JobRunner,
  { payments }: Services,
): Promise<() => Promise<void>> {
  const soldNumbers = keepSoldNumbersFresh(platform);
  payments.start();
  await jobs.work([
    ...createAccountJobs(platform),
    ...followOrderJobs(
      platform,
      ORDER_NEWS,
      {
        paid: [EARN_COMMISSION],
        refunded: [REVERSE_COMMISSION],
        partlyRefunded: [REVERSE_COMMISSION],
        chargedBack: [REVERSE_COMMISSION],
      },
      { paid: [DRAW_JOBS.closeSoldOut] },
      { paid: [FIND_INSTANT_PRIZES], refunded: [FIND_INSTANT_PRIZES], chargedBack: [FIND_INSTANT_PRIZES] },
      { cancelled: [RELEASE_COUPON], refunded: [RELEASE_COUPON] },
      { paid: [RECOVER_CART] },
      { paid: [KEEP_SEGMENT], refunded: [KEEP_SEGMENT], chargedBack: [KEEP_SEGMENT] },
    ),
    notifyOrderJob(platform),
    sendLookupCodeJob(platform),
    sendGiftMailJob(platform),
    refundRifaJob(payments.context),
    checkLedgerJob(platform),
    openScheduledRifasJob(platform),
    addUpSalesJob(platform),
    sweepOldDataJob(platform),
    sendOrderMailJob(platform),
    reviewRecentPaymentsJob(payments.context),
    closeDueRifasJob(platform),
    closeSoldOutJob(platform),
    findInstantPrizesJob(platform),
    freezeListJob(platform),
    fetchResultsJob(platform),
    anchorSealsJob(platform),
    ...followDrawJobs(platform, ISSUE_VOUCHERS),
    tellBuyersJob(platform),
    tellWinnersJob(platform),
    remindWinnersJob(platform),
    sendNewsletterConfirmation(platform),
    sendUnsubscribeLinkJob(platform),
    sendContactConfirmation(platform),
    sendTicketMailJob(platform),
    escalateTicketsJob(platform),
    makePictureSizesJob(platform),
    earnCommissionJob(platform),
    reverseCommissionJob(platform),
    collectPayoutsJob(platform),
    mailEarnerJob(platform),
    issueVouchersJob(platform),
    sweepVouchersJob(platform),
    sendPartnerCode(platform),
    releaseCouponJob(platform),
    recoverCartJob(platform),
    remindOfCartsJob(platform),
    sendDueMailsJob(platform),
    sendPushJob(platform),
    sendWhatsAppJob(platform),
    keepSegmentJob(platform),
    keepSegmentsJob(platform),
    keepRankingsJob(platform),
    tellExtremesJob(platform),
  ]);
  return () => soldNumbers.stop();
}
