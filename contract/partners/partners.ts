import { oc } from '@orpc/contract';
import { z } from 'zod';
import { PARTNER_SECURITY_EVENTS } from '@mare/domain/partners/security-events.ts';
import { pageNumber } from '../list-page.ts';
import { approvedPayout } from '../affiliates/payouts.ts';
import { trimmedText, writtenText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { withIdempotencyKey } from '../with-idempotency-key.ts';
import { bookings } from './bookings.ts';
import { ownVouchers, voucherFile, voucherStatus } from './vouchers.ts';

export const partnerProfile = z.object({
  companyName: z.string(),
  contactName: z.string(),
  serviceTypes: z.array(z.string()),
  city: z.string(),
});
export type PartnerProfile = z.infer<typeof partnerProfile>;

export const partnerOverview = z.object({
  partner: partnerProfile,
  /** May only read commissions and statements. */
  isPaused: z.boolean(),
  pendingVouchers: z.int(),
  validatedVouchers: z.int(),
  expiredVouchers: z.int(),
  /** Until when payouts wait, after a change of the Pix key; null if none does. */
  payoutsFrozenUntil: z.iso.datetime().nullable(),
  approvedPayouts: z.array(approvedPayout),
  /** Centavos of validated vouchers: still to be paid, and paid. */
  pendingCentavos: z.int(),
  paidCentavos: z.int(),
});
export type PartnerOverview = z.infer<typeof partnerOverview>;

export const partnerSecurity = z.object({
  events: z.array(
    z.object({
      id: z.string(),
      event: z.enum(PARTNER_SECURITY_EVENTS),
      at: z.iso.datetime(),
      /** /24 or /64; null for actions of the shop. */
      network: z.string().nullable(),
    }),
  ),
  /** Until when payouts wait, after a change of the Pix key; null if none does. */
  frozenUntil: z.iso.datetime().nullable(),
});
export type PartnerSecurity = z.infer<typeof partnerSecurity>;

export const partnerVoucher = z.object({
  id: z.uuid(),
  voucherCode: z.string(),
  serviceType: z.string(),
  prizeName: z.string(),
  /** First name and initial. */
  winner: z.string(),
  status: voucherStatus,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  validatedAt: z.iso.datetime().nullable(),
  /** Until when the partner may undo its use; null for one that is not used. */
  undoUntil: z.iso.datetime().nullable(),
});
export type PartnerVoucher = z.infer<typeof partnerVoucher>;

export const partnerCommission = z.object({
  id: z.uuid(),
  amountCentavos: z.int(),
  voucherCode: z.string(),
  serviceType: z.string(),
  validatedAt: z.iso.datetime(),
  status: z.enum(['paid', 'pending']),
});
export type PartnerCommission = z.infer<typeof partnerCommission>;

/** Amounts in centavos. */
export const partnerStatement = z.object({
  companyName: z.string(),
  /** In Maceió, YYYY-MM. */
  month: z.string(),
  /** All months with a statement, newest first. */
  months: z.array(z.string()),
  /** Earned and not paid out at the start of the month. */
  openingCentavos: z.int(),
  earnedCentavos: z.int(),
  paidOutCentavos: z.int(),
  closingCentavos: z.int(),
  /** Used in the month, oldest first. */
  vouchers: z.array(
    z.object({
      id: z.uuid(),
      voucherCode: z.string(),
      prizeName: z.string(),
      amountCentavos: z.int(),
      validatedAt: z.iso.datetime(),
    }),
  ),
  payouts: z.array(
    z.object({ amountCentavos: z.int(), paidAt: z.iso.datetime(), reference: z.string().nullable() }),
  ),
});
export type PartnerStatement = z.infer<typeof partnerStatement>;

const statementMonth = z.object({ month: z.string().regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/) });

const partnerErrors = pickErrors('PARTNER_SIGN_IN');

/** The portal uses a separate session cookie; user accounts give no access. */
export const partners = {
  ...bookings,
  ...ownVouchers,
  login: oc
    .route({ method: 'POST', path: '/partners/login', summary: 'Sign in to the partner portal' })
    .input(z.object({ email: writtenText(255), phone: writtenText(30) }))
    .output(
      z.discriminatedUnion('step', [
        z.object({ step: z.literal('signed-in') }),
        /** Confirm with the e-mailed code. */
        z.object({ step: z.literal('code'), loginId: z.uuid() }),
      ]),
    )
    .errors(pickErrors('PARTNER_LOGIN_INVALID', 'TOO_MANY_REQUESTS')),
  confirmLogin: oc
    .route({
      method: 'POST',
      path: '/partners/login/code',
      summary: 'Confirm sign-in with the e-mailed code',
    })
    .input(z.object({ loginId: z.uuid(), code: writtenText(12) }))
    .output(z.object({ step: z.literal('signed-in') }))
    .errors(pickErrors('PARTNER_CODE_INVALID', 'TOO_MANY_REQUESTS')),
  logout: oc
    .route({ method: 'POST', path: '/partners/logout', summary: 'End the partner session' })
    .output(z.object({ signedOut: z.literal(true) })),
  overview: oc
    .route({
      method: 'GET',
      path: '/partners/me',
      summary: 'The signed-in partner with statistics; null without a session',
    })
    .output(z.object({ overview: partnerOverview.nullable() })),
  vouchers: oc
    .route({
      method: 'GET',
      path: '/partners/me/vouchers',
      summary:
        'Used and expired vouchers of the partner, newest first; codes of open ones are their winners’',
    })
    .input(z.object({ status: voucherStatus.exclude(['pending']).optional(), page: pageNumber }))
    .output(z.object({ vouchers: z.array(partnerVoucher), pages: z.int() }))
    .errors(partnerErrors),
  commissions: oc
    .route({
      method: 'GET',
      path: '/partners/me/commissions',
      summary: 'The partner’s commissions, latest first',
    })
    .input(z.object({ page: pageNumber }))
    .output(z.object({ commissions: z.array(partnerCommission), pages: z.int() }))
    .errors(partnerErrors),
  statement: oc
    .route({
      method: 'GET',
      path: '/partners/me/statements/{month}',
      summary: 'Statement of a month: used vouchers, payouts and what is carried over',
    })
    .input(statementMonth)
    .output(partnerStatement)
    .errors(partnerErrors),
  statementPdf: oc
    .route({
      method: 'GET',
      path: '/partners/me/statements/{month}/pdf',
      summary: 'The statement of a month as a PDF',
    })
    .input(statementMonth)
    .output(voucherFile)
    .errors(pickErrors('PARTNER_SIGN_IN', 'TOO_MANY_REQUESTS')),
  security: oc
    .route({
      method: 'GET',
      path: '/partners/me/security',
      summary: 'What happened to the partner’s access and Pix key, latest first',
    })
    .output(partnerSecurity)
    .errors(partnerErrors),
  validateVoucher: oc
    .route({
      method: 'POST',
      path: '/partners/me/validations',
      summary: 'Validate one of the partner’s vouchers, by code or QR content',
    })
    .input(
      z.object({
        code: writtenText(500),
        /** PIN that the winner gives when the service is rendered. */
        pin: z.string().regex(/^\d{4}$/),
      }),
    )
    .output(partnerVoucher)
    .errors(pickErrors('PARTNER_SIGN_IN', 'VOUCHER_INVALID', 'TOO_MANY_REQUESTS')),
  undoVoucher: oc
    .route({
      method: 'POST',
      path: '/partners/me/vouchers/{id}/undo',
      summary: 'Undo the use of a voucher, within ten minutes',
    })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ undone: z.literal(true) }))
    .errors(pickErrors('PARTNER_SIGN_IN', 'NOT_FOUND', 'VOUCHER_USE_FINAL', 'TOO_MANY_REQUESTS')),
  apply: withIdempotencyKey
    .route({ method: 'POST', path: '/partners', summary: 'Apply to become a partner' })
    .input(
      z.object({
        companyName: writtenText(120),
        contactName: writtenText(120),
        email: z.email().max(255),
        phone: writtenText(30),
        serviceTypes: z.array(writtenText(60)).min(1).max(10),
        city: writtenText(80),
        state: z.string().regex(/^[A-Z]{2}$/),
        address: trimmedText(200).default(''),
        pixKey: trimmedText(100).default(''),
        message: trimmedText(1000).default(''),
      }),
    )
    .output(z.object({ received: z.literal(true) }))
    .errors(pickErrors('FEATURE_CLOSED', 'INVALID_PARTNER', 'TOO_MANY_REQUESTS')),
};
