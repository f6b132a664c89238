/** The API, one entry per feature, served under /api. */
import { accounts } from './accounts/accounts.ts';
import { admin } from './admin/admin.ts';
import { analyticsAdmin, recordVisit } from './admin/analytics.ts';
import { approvals } from './approvals/approvals.ts';
import { shareLinks } from './affiliates/share-links.ts';
import { affiliates, affiliatesAdmin } from './affiliates/affiliates.ts';
import { campaigns } from './campaigns/campaigns.ts';
import { campaignsAdmin } from './campaigns/campaigns-admin.ts';
import { cart } from './cart/cart.ts';
import { checkout } from './checkout/checkout.ts';
import { consentContract } from './personalization/consent.ts';
import { couponsAdmin } from './checkout/coupons-admin.ts';
import { desk } from './support/desk.ts';
import { drawAdminContract } from './draws/draw-admin.ts';
import { draws } from './draws/draws.ts';
import { lotteryArchiveContract } from './draws/lottery-archive.ts';
import { prizesContract } from './draws/prizes.ts';
import { proofsContract } from './draws/proofs.ts';
import { receiptsContract } from './draws/receipts.ts';
import { instantPrizesContract } from './rifas/instant-prizes.ts';
import { experiments } from './experiments/experiments.ts';
import { notifications } from './notifications/notifications.ts';
import { ownMergeContract } from './accounts/own-merge.ts';
import { ownLimits } from './accounts/own-limits.ts';
import { emailPreferencesContract } from './campaigns/email-preferences.ts';
import { orders } from './orders/orders.ts';
import { gifts } from './orders/gifts.ts';
import { groupPurchases } from './orders/group-purchases.ts';
import { ownNumbers } from './orders/own-numbers.ts';
import { partners } from './partners/partners.ts';
import { partnersAdmin } from './partners/partners-admin.ts';
import { paymentsAdmin } from './payments/payments.ts';
import { securityLedger } from './accounts/security.ts';
import { teamContract } from './accounts/team.ts';
import { recentProof } from './accounts/recent-proof.ts';
import { phoneConfirmationContract } from './accounts/phone-confirmation.ts';
import { privacy } from './accounts/privacy.ts';
import { payoutsAdmin } from './affiliates/payouts.ts';
import { personalization } from './personalization/personalization.ts';
import { outboxAdmin } from './notifications/outbox-admin.ts';
import { pushContract } from './notifications/push.ts';
import { ranking } from './ranking/ranking.ts';
import { rankingAdmin } from './ranking/ranking-admin.ts';
import { openingNotices } from './rifas/opening-notices.ts';
import { rifas } from './rifas/rifas.ts';
import { finance } from './admin/finance.ts';
import { orderBulk, personBulk } from './admin/bulk-actions.ts';
import { orderDetailAdmin } from './admin/order-detail.ts';
import { ordersAdmin } from './admin/orders-admin.ts';
import { panelSearch } from './admin/panel-search.ts';
import { parkedJobs } from './admin/parked-jobs.ts';
import { peopleAdmin } from './admin/people-admin.ts';
import { rifaOptionsAdmin } from './rifas/rifa-options.ts';
import { rifaTermsAdmin } from './rifas/rifa-terms.ts';
import { rifaEnding } from './rifas/rifa-ending.ts';
import { rifaBoost } from './rifas/rifa-boost.ts';
import { rifaLive } from './rifas/rifa-live.ts';
import { rifasAdmin } from './rifas/rifas-admin.ts';
import { cash } from './admin/cash.ts';
import { settlements } from './admin/settlements.ts';
import { settingsAdmin } from './admin/settings-admin.ts';
import { site } from './site.ts';
import { stand } from './checkout/stand.ts';
import { support } from './support/support.ts';
import { termsContract } from './accounts/terms.ts';
import { transparency } from './transparency/transparency.ts';
import { whatsAppContract } from './notifications/whatsapp.ts';

export const contract = {
  rifas: {
    ...rifas,
    ...openingNotices,
  },
  cart,
  checkout,
  orders: {
    ...orders,
    ...ownNumbers,
    ...gifts,
    ...groupPurchases,
  },
  partners,
  accounts: {
    ...accounts,
    ...ownLimits,
    ...ownMergeContract,
    ...phoneConfirmationContract,
    ...privacy,
    ...recentProof,
    ...securityLedger,
    ...teamContract,
    ...termsContract,
  },
  desk,
  campaigns: {
    ...campaigns,
    ...emailPreferencesContract,
  },
  draws: {
    ...draws,
    ...proofsContract,
    ...receiptsContract,
    ...prizesContract,
    ...drawAdminContract,
    ...lotteryArchiveContract,
    ...instantPrizesContract,
  },
  experiments: { ...experiments, recordVisit },
  notifications: { ...notifications, ...pushContract, ...whatsAppContract },
  personalization: {
    ...personalization,
    ...consentContract,
  },
  ranking,
  site,
  stand,
  support,
  transparency,
  affiliates: { ...affiliates, ...shareLinks },
  approvals,
  admin: {
    ...admin,
    ...affiliatesAdmin,
    ...analyticsAdmin,
    ...partnersAdmin,
    ...paymentsAdmin,
    ...payoutsAdmin,
    campaigns: campaignsAdmin,
    coupons: couponsAdmin,
    rifas: {
      ...rifasAdmin,
      ...rifaEnding,
      ...rifaBoost,
      ...rifaLive,
      ...rifaOptionsAdmin,
      ...rifaTermsAdmin,
    },
    search: panelSearch,
    orders: { ...ordersAdmin, ...orderDetailAdmin, bulk: orderBulk },
    finance: { ...finance, ...settlements, ...cash },
    outbox: outboxAdmin,
    parkedJobs,
    people: { ...peopleAdmin, bulk: personBulk },
    settings: settingsAdmin,
    ranking: rankingAdmin,
  },
};
