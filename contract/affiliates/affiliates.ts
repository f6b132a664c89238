import { oc } from '@orpc/contract';
import { z } from 'zod';
import { AFFILIATE_STATUSES } from '@mare/domain/affiliates/affiliate-state.ts';
import { listInput, listPage, pageNumber } from '../list-page.ts';
import { plainText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';

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
  /** YYYY-MM-DD. */
  nextPayoutOn: z.iso.date(),
  pixKey: pixKeyShown.nullable(),
});
export type AffiliatePanel = z.infer<typeof affiliatePanel>;

export const commission = z.object({
  id: z.uuid(),
  kind: z.enum(['sale', 'reversal']),
  orderCentavos: z.int(),
  /** Of a reversal: total centavos of the order refunded to the buyer. */
  returnedCentavos: z.int(),
  amountCentavos: z.int(),
  status: z.enum(['pending', 'paid']),
  /** A sale whose order was fully refunded or charged back. */
  reversed: z.boolean(),
  confirmedAt: z.iso.datetime(),
});
export type Commission = z.infer<typeof commission>;

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
        /** Told to the affiliate. */
        reason: plainText(300).trim().min(3),
      }),
    )
    .output(z.object({ status: affiliateStatus }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND', 'VERSION_CONFLICT')),
};
