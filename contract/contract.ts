/** The whole API, one entry a feature. Served under /api. */
import { accounts } from './accounts.ts';
import { admin } from './admin.ts';
import { analyticsAdmin, recordVisit } from './analytics.ts';
import { affiliates, affiliatesAdmin } from './affiliates.ts';
import { campaigns } from './campaigns.ts';
import { campaignsAdmin } from './campaigns-admin.ts';
import { cart } from './cart.ts';
import { checkout } from './checkout.ts';
import { consentContract } from './consent.ts';
import { couponsAdmin } from './coupons-admin.ts';
import { desk } from './desk.ts';
import { draws } from './draws.ts';
import { instantPrizesContract } from './instant-prizes.ts';
import { experiments } from './experiments.ts';
import { notifications } from './notifications.ts';
import { ownLimits } from './own-limits.ts';
import { emailPreferencesContract } from './email-preferences.ts';
import { orders } from './orders.ts';
import { gifts } from './gifts.ts';
import { ownNumbers } from './own-numbers.ts';
import { partners, partnersAdmin } from './partners.ts';
import { paymentsAdmin } from './payments.ts';
import { privacy } from './privacy.ts';
import { payoutsAdmin } from './payouts.ts';
import { personalization } from './personalization.ts';
import { pushContract } from './push.ts';
import { ranking } from './ranking.ts';
import { rankingAdmin } from './ranking-admin.ts';
import { rifas } from './rifas.ts';
import { peopleAdmin } from './people-admin.ts';
import { rifaOptionsAdmin } from './rifa-options.ts';
import { rifaTermsAdmin } from './rifa-terms.ts';
import { rifasAdmin } from './rifas-admin.ts';
import { settingsAdmin } from './settings-admin.ts';
import { site } from './site.ts';
import { support } from './support.ts';
import { whatsAppContract } from './whatsapp.ts';

export const contract = {
  rifas,
  cart,
  checkout,
  orders: {
    ...orders,
    ...ownNumbers,
    ...gifts,
  },
  partners,
  accounts: {
    ...accounts,
    ...ownLimits,
    ...privacy,
  },
  desk,
  campaigns: {
    ...campaigns,
    ...emailPreferencesContract,
  },
  draws: {
    ...draws,
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
  support,
  affiliates,
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
      ...rifaOptionsAdmin,
      ...rifaTermsAdmin,
    },
    people: peopleAdmin,
    settings: settingsAdmin,
    ranking: rankingAdmin,
  },
};
