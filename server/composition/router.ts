/** Maps the procedures of the contract to their handlers. */
import { accountsRoutes } from '../accounts/accounts.routes.ts';
import { phonesRoutes } from '../accounts/phones/phones.routes.ts';
import { privacyRoutes } from '../accounts/privacy/privacy.routes.ts';
import { createSecurityRoutes } from '../accounts/security/security.routes.ts';
import { restoreAffiliatePixKey } from '../affiliates/set-pix-key.ts';
import { restorePartnerPixKey } from '../partners/change-partner.ts';
import { proofRoutes } from '../accounts/proof/proof.routes.ts';
import { ownLimitsRoutes } from '../accounts/limits/own-limits.routes.ts';
import { teamRoutes } from '../accounts/team/team.routes.ts';
import { termsRoutes } from '../accounts/terms/terms.routes.ts';
import { activityLogRoutes } from '../activity-log/activity-log.routes.ts';
import { createAdminRoutes } from '../admin/admin.routes.ts';
import { financeRoutes } from '../admin/finance/finance.routes.ts';
import { orderBulkRoutes } from '../admin/bulk/bulk-actions.routes.ts';
import { ordersAdminRoutes } from '../admin/orders/orders-admin.routes.ts';
import { siteRoutes } from '../settings/site.routes.ts';
import { createApprovalHandlers } from './approval-handlers.ts';
import { createApprovalsRoutes } from '../approvals/approvals.routes.ts';
import { affiliatesAdminRoutes } from '../affiliates/affiliates-admin.routes.ts';
import { sharesRoutes } from '../affiliates/shares/shares.routes.ts';
import { affiliatesRoutes } from '../affiliates/affiliates.routes.ts';
import { emailPreferencesRoutes } from '../campaigns/preferences/preferences.routes.ts';
import { campaignsAdminRoutes } from '../campaigns/management/campaigns-admin.routes.ts';
import { campaignsRoutes } from '../campaigns/campaigns.routes.ts';
import { purgeCarts } from '../cart/abandonment/purge-carts.ts';
import { cartRoutes } from '../cart/cart.routes.ts';
import { createCheckoutRoutes } from '../checkout/checkout.routes.ts';
import { createManualSaleRoutes } from '../checkout/manual-sale/manual-sale.routes.ts';
import { standRoutes } from '../checkout/stand/stand.routes.ts';
import { addBoostCoupon } from '../checkout/coupons/add-boost-coupon.ts';
import { couponsAdminRoutes } from '../checkout/coupons/coupons-admin.routes.ts';
import { deskRoutes } from '../support/desk/desk.routes.ts';
import { createLiveDrawsRoutes, drawsRoutes } from '../draws/draws.routes.ts';
import { experimentsRoutes } from '../experiments/experiments.routes.ts';
import { whatsAppRoutes } from '../accounts/whatsapp/whatsapp.routes.ts';
import { createNotificationsRoutes } from '../notifications/notifications.routes.ts';
import { parkedJobsRoutes } from '../admin/jobs/parked-jobs.routes.ts';
import { outboxRoutes } from '../mail/outbox/outbox.routes.ts';
import { ordersRoutes } from '../orders/orders.routes.ts';
import { announceCommissionsJob } from '../partners/announce-commissions.job.ts';
import { partnersAdminRoutes } from '../partners/partners-admin.routes.ts';
import { partnersRoutes } from '../partners/partners.routes.ts';
import { createPayOrderRoutes } from '../payments/pay-order.routes.ts';
import { createPaymentsAdminRoutes } from '../payments/review/payments-admin.routes.ts';
import { cashRoutes } from '../payments/cash/cash.routes.ts';
import { createSettlementsRoutes } from '../payments/settlement-reports/settlements.routes.ts';
import { createOwnMergeRoutes } from '../admin/people/own-merge.routes.ts';
import { createConsentRoutes } from '../personalization/consent/consent.routes.ts';
import { personalizationRoutes } from '../personalization/personalization.routes.ts';
import { api } from '../platform/http/api.ts';
import { rankingAdminRoutes } from '../ranking/ranking-admin.routes.ts';
import { updateRankingsJob } from '../ranking/update-rankings.job.ts';
import { createRankingRoutes } from '../ranking/ranking.routes.ts';
import { rifaEndingRoutes } from '../rifas/ending/ending.routes.ts';
import { createBoostRoutes } from '../rifas/boost/boost.routes.ts';
import { rifaLiveRoutes } from '../rifas/live/live.routes.ts';
import { rifasAdminRoutes } from '../rifas/management/rifas-admin.routes.ts';
import { openingNoticesRoutes } from '../rifas/announcement/opening-notices.routes.ts';
import { recommendationsRoutes } from '../rifas/recommendations.routes.ts';
import { rifasRoutes } from '../rifas/rifas.routes.ts';
import { mergeRecords } from './merge-records.ts';
import type { Services } from './services.ts';
import { supportRoutes } from '../support/support.routes.ts';
import { transparencyRoutes } from '../transparency/transparency.routes.ts';

export function createRouter(services: Services) {
  return api.router({
    accounts: {
      ...accountsRoutes,
      ...ownLimitsRoutes,
      ...createOwnMergeRoutes(mergeRecords),
      ...phonesRoutes,
      ...privacyRoutes,
      ...proofRoutes,
      ...termsRoutes,
      ...teamRoutes,
      ...createSecurityRoutes({
        affiliate_pix_key: restoreAffiliatePixKey,
        partner_pix_key: restorePartnerPixKey,
      }),
    },
    admin: {
      ...createAdminRoutes(services, {
        jobsOnSave: {
          point_rules: (jobs, trx) => jobs.enqueue(trx, updateRankingsJob, { recount: true }),
          commissions: (jobs, trx, { savedAt, ...change }) =>
            jobs.enqueue(trx, announceCommissionsJob, { ...change, validFrom: savedAt.toISOString() }),
        },
        mergeMore: mergeRecords,
      }),
      ...affiliatesAdminRoutes,
      ...createPaymentsAdminRoutes(services.payments),
      ...partnersAdminRoutes,
      finance: { ...financeRoutes, ...createSettlementsRoutes(services.payments), ...cashRoutes },
      orders: { ...ordersAdminRoutes, bulk: orderBulkRoutes },
      outbox: outboxRoutes,
      parkedJobs: parkedJobsRoutes,
      campaigns: campaignsAdminRoutes,
      coupons: couponsAdminRoutes,
      rifas: {
        ...rifasAdminRoutes,
        ...rifaEndingRoutes,
        ...rifaLiveRoutes,
        ...createBoostRoutes(addBoostCoupon),
        ...createManualSaleRoutes(services),
      },
      ranking: rankingAdminRoutes,
    },
    approvals: createApprovalsRoutes(createApprovalHandlers),
    affiliates: { ...affiliatesRoutes, ...sharesRoutes },
    partners: partnersRoutes,
    campaigns: {
      ...campaignsRoutes,
      ...emailPreferencesRoutes,
    },
    cart: cartRoutes,
    checkout: createCheckoutRoutes(services),
    desk: deskRoutes,
    draws: { ...drawsRoutes, ...createLiveDrawsRoutes(services.liveDraws) },
    experiments: experimentsRoutes,
    notifications: {
      ...createNotificationsRoutes(services.liveNotifications),
      ...whatsAppRoutes,
      ...activityLogRoutes,
    },
    orders: {
      ...ordersRoutes,
      ...createPayOrderRoutes(services.payments),
    },
    personalization: {
      ...personalizationRoutes,
      ...recommendationsRoutes,
      ...createConsentRoutes(purgeCarts),
    },
    ranking: createRankingRoutes(),
    rifas: {
      ...rifasRoutes,
      ...openingNoticesRoutes,
    },
    site: siteRoutes,
    stand: standRoutes,
    support: supportRoutes,
    transparency: transparencyRoutes,
  });
}

export type AppRouter = ReturnType<typeof createRouter>;
