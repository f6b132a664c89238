/** Rejections of partners, vouchers and payouts. */
import { z } from 'zod';
import { REDEMPTION_REJECTIONS } from '@mare/domain/partners/redemption.ts';

export const partnerErrors = {
  PAYOUT_FROZEN: {
    status: 409,
    message: 'the beneficiary’s account or Pix key changed in the last 48 hours',
    data: z.object({ until: z.iso.datetime() }),
  },
  PAYOUT_CHANGED: { status: 409, message: 'invalid state transition of the payout' },
  INVALID_PIX_KEY: { status: 422, message: 'invalid Pix key' },
  PIX_KEY_MISSING: { status: 409, message: 'the beneficiary has no Pix key' },
  PARTNER_LOGIN_INVALID: { status: 401, message: 'no active partner has this e-mail and phone' },
  PARTNER_CODE_INVALID: { status: 401, message: 'the one-time code is wrong or expired' },
  PARTNER_SIGN_IN: { status: 401, message: 'partner session required' },
  INVALID_PARTNER: {
    status: 422,
    message: 'invalid field in the application',
    data: z.object({ field: z.enum(['phone', 'pixKey']) }),
  },
  PARTNER_EXISTS: { status: 409, message: 'another partner has this e-mail' },
  VOUCHER_INVALID: {
    status: 409,
    message: 'the partner cannot redeem this voucher',
    data: z.object({
      reason: z.enum(REDEMPTION_REJECTIONS),
      /** When it was used, expired, or may be tried again. */
      at: z.iso.datetime().nullable(),
      /** Before the voucher is locked; for `wrong_pin`. */
      attemptsLeft: z.int().nullable(),
    }),
  },
  VOUCHER_FINAL: {
    status: 409,
    message: 'the voucher was used or withdrawn, or its prize takes no voucher any more',
  },
  VOUCHER_USE_FINAL: { status: 409, message: 'the use of the voucher can no longer be undone' },
  BOOKING_DATES_INVALID: {
    status: 422,
    message: 'not one to three dates from now until the voucher expires',
  },
} as const;
