import { oc } from '@orpc/contract';
import { z } from 'zod';
import { AFFILIATE_STATUSES } from '@mare/domain/affiliates/affiliate-state.ts';
import { listInput, listPage, pageNumber } from '../list-page.ts';
import { plainText, trimmedText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { approvedPayout } from './payouts.ts';

export const affiliateStatus = z.enum(AFFILIATE_STATUSES);

export const pixKeyType = z.enum(['cpf', 'cnpj', 'phone', 'email', 'evp']);

const pixKeyShown = z.object({
  type: pixKeyType,
  /** Masked. */
  masked: z.string(),
});

export const affiliatePanel = z.object({
  affiliateCode: z.string(),
  status: affiliateStatus,
  /** Percent of a sale, e.g. 5. */
  commissionPercent: z.number(),
  /** Absolute URL with the code. */
  referralLink: z.url(),
  /** All of the last 30 days, oldest first; days in Maceió, YYYY-MM-DD. */
  clicks: z.array(z.object({ day: z.iso.date(), clicks: z.int() })),
  totalClicks: z.int(),
  /** Centavos not paid out yet; negative if reversals exceed earnings. */
  pendingCentavos: z.int(),
  /** Centavos paid out. */
  confirmedCentavos: z.int(),
  /** Pending centavos confirmed in the last 30 days. */
  lastDaysCentavos: z.int(),
  /** Pending centavos that the next payout would include now, from sales that can no longer be reversed by then. */
  dueCentavos: z.int(),
  /** Pending centavos in a payout that is not paid yet. */
  collectedCentavos: z.int(),
  /** Pending centavos of sales with a disputed payment. */
  disputedCentavos: z.int(),
  approvedPayouts: z.array(approvedPayout),
  /** YYYY-MM-DD. */
  nextPayoutOn: z.iso.date(),
  /** From the payment of a sale until its commission is payable. */
  holdDays: z.int(),
  /** End of the freeze of payouts after a change of the account or its Pix key. */
  payoutsFrozenUntil: z.iso.datetime().nullable(),
  pixKey: pixKeyShown.nullable(),
});
export type AffiliatePanel = z.infer<typeof affiliatePanel>;

/**
 * `own_purchase`: reversal, because the buyer turned out to be the affiliate. `renounced`: written off with a deleted
 * account.
 */
const commissionKind = z.enum(['sale', 'reversal', 'restored', 'own_purchase', 'renounced']);
export type CommissionKind = z.infer<typeof commissionKind>;

export const commission = z.object({
  id: z.uuid(),
  kind: commissionKind,
  orderCentavos: z.int(),
  /** For a reversal: centavos refunded to the buyer. */
  returnedCentavos: z.int(),
  amountCentavos: z.int(),
  status: z.enum(['pending', 'paid']),
  /** A sale whose commission was fully reversed and never included in a payout. */
  reversed: z.boolean(),
  /** For a sale without a payout: date of the first payout that may include it, YYYY-MM-DD. */
  payableOn: z.iso.date().nullable(),
  /** The payment of the sale is disputed, so no payout includes it. */
  disputed: z.boolean(),
  confirmedAt: z.iso.datetime(),
});
export type Commission = z.infer<typeof commission>;

export const rifaLink = z.object({
  rifaId: z.uuid(),
  title: z.string(),
  /** Absolute URL of the rifa's page with the code. */
  link: z.url(),
  /** Clicks of the last 30 days, counted once per visitor and day. */
  clicks: z.int(),
  /** Paid orders of the last 30 days that were referred by the affiliate, through any link. */
  sales: z.int(),
  /** Price of their cotas of this rifa. */
  soldCentavos: z.int(),
});
export type RifaLink = z.infer<typeof rifaLink>;

/** Amounts in centavos. */
export const affiliateStatement = z.object({
  /** In Maceió, YYYY-MM. */
  month: z.string(),
  /** All months with a statement, newest first. */
  months: z.array(z.string()),
  /** Earned and not paid out at the start of the month; negative for a debt. */
  openingCentavos: z.int(),
  /** Includes commissions restored after a reversed charge-back. */
  earnedCentavos: z.int(),
  /** Reversed by refunds and charge-backs, and for purchases of the affiliate; zero or negative. */
  reversedCentavos: z.int(),
  paidOutCentavos: z.int(),
  closingCentavos: z.int(),
  /** Oldest first; at most 5,000, while the sums cover all. */
  entries: z.array(
    z.object({
      id: z.uuid(),
      kind: commissionKind,
      /** Titles of the order's rifas. */
      rifas: z.string(),
      orderCentavos: z.int(),
      returnedCentavos: z.int(),
      amountCentavos: z.int(),
      confirmedAt: z.iso.datetime(),
    }),
  ),
  payouts: z.array(
    z.object({
      amountCentavos: z.int(),
      paidAt: z.iso.datetime(),
      /** The bank's reference of the transfer; null for payouts from before it was stored. */
      reference: z.string().nullable(),
    }),
  ),
});
export type AffiliateStatement = z.infer<typeof affiliateStatement>;

export const affiliates = {
  panel: oc
    .route({ method: 'GET', path: '/affiliates/me', summary: 'Affiliate account of the caller, or null' })
    .output(z.object({ panel: affiliatePanel.nullable() }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  activate: oc
    .route({ method: 'POST', path: '/affiliates/me', summary: 'Create an active affiliate account' })
    .output(z.object({ created: z.boolean() }))
    .errors(pickErrors('FEATURE_CLOSED', 'NOT_AUTHENTICATED', 'TOO_MANY_REQUESTS')),
  commissions: oc
    .route({
      method: 'GET',
      path: '/affiliates/me/commissions',
      summary: 'Commissions of the caller, newest first',
    })
    .input(z.object({ page: pageNumber }))
    .output(z.object({ commissions: z.array(commission), pages: z.int() }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  rifaLinks: oc
    .route({
      method: 'GET',
      path: '/affiliates/me/rifas',
      summary: 'Referral links of the rifas on sale, with their clicks and sales',
    })
    .output(z.object({ rifas: z.array(rifaLink) }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  statement: oc
    .route({
      method: 'GET',
      path: '/affiliates/me/statements/{month}',
      summary: 'Statement of a month: commissions, refunds, payouts and what is carried over',
    })
    .input(z.object({ month: z.string().regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/) }))
    .output(affiliateStatement)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND')),
  setPixKey: oc
    .route({ method: 'PUT', path: '/affiliates/me/pix-key', summary: 'Set the Pix key for commissions' })
    .input(z.object({ pixKey: plainText(100) }))
    .output(pixKeyShown)
    .errors(
      pickErrors(
        'NOT_AUTHENTICATED',
        'RECENT_PROOF_REQUIRED',
        'NOT_FOUND',
        'INVALID_PIX_KEY',
        'TOO_MANY_REQUESTS',
      ),
    ),
};

export const affiliateRow = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  /** Null for those who see no e-mails in lists. */
  email: z.string().nullable(),
  affiliateCode: z.string(),
  status: affiliateStatus,
  clicks: z.int(),
  sales: z.int(),
  pendingCentavos: z.int(),
  confirmedCentavos: z.int(),
  createdAt: z.iso.datetime(),
});
export type AffiliateRow = z.infer<typeof affiliateRow>;

/** For admins. */
export const affiliatesAdmin = {
  affiliates: oc
    .route({ method: 'GET', path: '/admin/affiliates', summary: 'List affiliates' })
    .input(
      listInput(['newest', 'sales', 'name']).extend({
        status: affiliateStatus.or(z.literal('')).default(''),
      }),
    )
    .output(listPage(affiliateRow))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  setAffiliateStatus: oc
    .route({
      method: 'PUT',
      path: '/admin/affiliates/{id}/status',
      summary: 'Suspend or reactivate an affiliate',
    })
    .input(
      z.object({
        id: z.uuid(),
        status: affiliateStatus /** Current status as read, for optimistic locking. */,
        from: affiliateStatus,
        /** Reason, which the affiliate reads. */
        reason: trimmedText(300).min(3),
      }),
    )
    .output(z.object({ status: affiliateStatus }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND', 'VERSION_CONFLICT')),
};
