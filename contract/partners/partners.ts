import { oc } from '@orpc/contract';
import { z } from 'zod';
import { PARTNER_STATUSES } from '@mare/domain/partners/partner-state.ts';
import { PARTNER_SECURITY_EVENTS } from '@mare/domain/partners/security-events.ts';
import { VOUCHER_STATUSES } from '@mare/domain/partners/voucher-state.ts';
import { listInput, listPage, pageNumber } from '../list-page.ts';
import { plainText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { booking, bookings, voucherPartner } from './bookings.ts';

export const partnerStatus = z.enum(PARTNER_STATUSES);

export const voucherStatus = z.enum(VOUCHER_STATUSES);

export const partnerProfile = z.object({
  companyName: z.string(),
  contactName: z.string(),
  serviceTypes: z.array(z.string()),
  city: z.string(),
});
export type PartnerProfile = z.infer<typeof partnerProfile>;

export const partnerOverview = z.object({
  partner: partnerProfile,
  /** Reads commissions and statements, and nothing else. */
  isPaused: z.boolean(),
  pendingVouchers: z.int(),
  validatedVouchers: z.int(),
  expiredVouchers: z.int(),
  /** Until when payouts wait, after a change of the Pix key; null if none does. */
  payoutsFrozenUntil: z.iso.datetime().nullable(),
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
      /** /24 or /64; null for what the shop did. */
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

export const ownVoucher = z.object({
  id: z.uuid(),
  voucherCode: z.string(),
  prizeName: z.string(),
  serviceType: z.string(),
  status: voucherStatus,
  /** What the QR code holds. */
  qrCodeData: z.string(),
  /** Confirms the use; null once it cannot be used. */
  pin: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  validatedAt: z.iso.datetime().nullable(),
  /** Null before the first proposal of a date. */
  booking: booking.nullable(),
  bookingVersion: z.int(),
  partner: voucherPartner,
});
export type OwnVoucher = z.infer<typeof ownVoucher>;

export const voucherFile = z.object({
  fileName: z.string(),
  /** A PDF. */
  base64: z.string(),
});
export type VoucherFile = z.infer<typeof voucherFile>;

/** Row of the panel's list. */
export const voucherRow = partnerVoucher.omit({ undoUntil: true }).extend({
  /** Full name. */
  winner: z.string(),
  email: z.string().nullable(),
  /** If false, an admin prints the voucher for the winner. */
  hasAccount: z.boolean(),
  companyName: z.string(),
});
export type VoucherRow = z.infer<typeof voucherRow>;

const text = (max: number) => plainText(max).trim().min(1);
const partnerErrors = pickErrors('PARTNER_SIGN_IN');

/** The portal uses a separate session cookie; user accounts give no access. */
export const partners = {
  ...bookings,
  login: oc
    .route({ method: 'POST', path: '/partners/login', summary: 'Sign in to the partner portal' })
    .input(z.object({ email: text(255), phone: text(30) }))
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
    .input(z.object({ loginId: z.uuid(), code: text(12) }))
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
        code: text(500),
        /** The winner tells it when the service is rendered. */
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
  apply: oc
    .route({ method: 'POST', path: '/partners', summary: 'Apply to become a partner' })
    .input(
      z.object({
        companyName: text(120),
        contactName: text(120),
        email: z.email().max(255),
        phone: text(30),
        serviceTypes: z.array(text(60)).min(1).max(10),
        city: text(80),
        state: z.string().regex(/^[A-Z]{2}$/),
        address: plainText(200).trim().default(''),
        pixKey: plainText(100).trim().default(''),
        message: plainText(1000).trim().default(''),
      }),
    )
    .output(z.object({ received: z.literal(true) }))
    .errors(pickErrors('FEATURE_CLOSED', 'INVALID_PARTNER', 'TOO_MANY_REQUESTS')),
  myVouchers: oc
    .route({ method: 'GET', path: '/vouchers', summary: 'Vouchers won by the caller, newest first' })
    .output(z.array(ownVoucher))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  voucherPdf: oc
    .route({ method: 'GET', path: '/vouchers/{id}/pdf', summary: 'One of the caller’s vouchers as a PDF' })
    .input(z.object({ id: z.uuid() }))
    .output(voucherFile)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'TOO_MANY_REQUESTS')),
  checkVoucher: oc
    .route({ method: 'POST', path: '/vouchers/checks', summary: 'Check whether a voucher can be used' })
    .input(z.object({ code: text(500) }))
    .output(z.object({ valid: z.boolean() }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'TOO_MANY_REQUESTS')),
};

export const partnerRow = z.object({
  id: z.uuid(),
  companyName: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string(),
  city: z.string(),
  state: z.string(),
  /** Street and number. */
  address: z.string().nullable(),
  status: partnerStatus,
  serviceTypes: z.array(z.string()),
  message: z.string().nullable(),
  hasPixKey: z.boolean(),
  pendingVouchers: z.int(),
  validatedVouchers: z.int(),
  createdAt: z.iso.datetime(),
});
export type PartnerRow = z.infer<typeof partnerRow>;

export const voucherChange = z.discriminatedUnion('kind', [
  /** Valid for at least so many days from now. */
  z.object({ kind: z.literal('extend'), days: z.int().min(1).max(180) }),
  z.object({ kind: z.literal('reassign'), partnerId: z.uuid() }),
  /** With another code and PIN, e.g. after a leak. */
  z.object({ kind: z.literal('reissue') }),
]);
export type VoucherChange = z.infer<typeof voucherChange>;

/** For admins. */
export const partnersAdmin = {
  partners: oc
    .route({ method: 'GET', path: '/admin/partners', summary: 'Partners and applications' })
    .input(
      listInput(['newest', 'name', 'validated']).extend({
        status: partnerStatus.or(z.literal('')).default(''),
      }),
    )
    .output(listPage(partnerRow))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  setPartnerStatus: oc
    .route({
      method: 'PUT',
      path: '/admin/partners/{id}/status',
      summary: 'Approve, reject or pause a partner',
    })
    .input(
      z.object({
        id: z.uuid(),
        status: z.enum(['active', 'inactive', 'rejected']),
        /** Current status, for optimistic locking. */ from: partnerStatus,
        /** For a pause: open vouchers wait, or go to other partners where one offers the service. */
        openVouchers: z.enum(['keep', 'reassign']).optional(),
      }),
    )
    .output(
      z.object({
        status: partnerStatus,
        /** Open vouchers that went to another partner, and those that wait. */
        reassigned: z.int(),
        waiting: z.int(),
      }),
    )
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND', 'PARTNER_EXISTS', 'VERSION_CONFLICT')),
  setPartnerPixKey: oc
    .route({ method: 'PUT', path: '/admin/partners/{id}/pix-key', summary: 'Set the Pix key for payouts' })
    .input(z.object({ id: z.uuid(), pixKey: text(100) }))
    .output(z.object({ masked: z.string() }))
    .errors(
      pickErrors('NOT_AUTHENTICATED', 'RECENT_PROOF_REQUIRED', 'NOT_ADMIN', 'NOT_FOUND', 'INVALID_PIX_KEY'),
    ),
  setPartnerContact: oc
    .route({
      method: 'PUT',
      path: '/admin/partners/{id}/contact',
      summary: 'Change the phone and address that vouchers show',
    })
    .input(z.object({ id: z.uuid(), phone: text(30), address: plainText(200).trim().default('') }))
    .output(z.object({ phone: z.string(), address: z.string().nullable() }))
    .errors(
      pickErrors('NOT_AUTHENTICATED', 'RECENT_PROOF_REQUIRED', 'NOT_ADMIN', 'NOT_FOUND', 'INVALID_PARTNER'),
    ),
  vouchers: oc
    .route({ method: 'GET', path: '/admin/vouchers', summary: 'Vouchers of every partner' })
    .input(
      listInput(['newest', 'expiry', 'validated']).extend({
        status: voucherStatus.or(z.literal('')).default(''),
      }),
    )
    .output(listPage(voucherRow))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  changeVoucher: oc
    .route({ method: 'PUT', path: '/admin/vouchers/{id}', summary: 'Extend, reassign or reissue a voucher' })
    .input(z.object({ id: z.uuid(), change: voucherChange, reason: text(300) }))
    .output(z.object({ done: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND', 'VOUCHER_FINAL')),
  printVoucher: oc
    .route({ method: 'POST', path: '/admin/vouchers/{id}/pdf', summary: 'Print a voucher for its winner' })
    .input(z.object({ id: z.uuid() }))
    .output(voucherFile)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND')),
  partnerLogin: oc
    .route({
      method: 'GET',
      path: '/admin/partner-login',
      summary: 'Whether partners confirm sign-in by e-mail',
    })
    .output(z.object({ emailCode: z.boolean() }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  setPartnerLogin: oc
    .route({
      method: 'PUT',
      path: '/admin/partner-login',
      summary: 'Set whether partners confirm sign-in by e-mail',
    })
    .input(z.object({ emailCode: z.boolean() }))
    .output(z.object({ emailCode: z.boolean() }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'RECENT_PROOF_REQUIRED', 'NOT_ADMIN')),
};
