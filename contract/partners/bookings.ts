/** The date on which a voucher is used, agreed between winner and partner. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { BOOKING_STATES, MAX_PROPOSED_DATES } from '@mare/domain/partners/booking.ts';
import { pickErrors } from '../errors.ts';
import { plainText } from '../plain-text.ts';
import { rowVersion } from '../row-version.ts';
import { storedInstant } from '../stored-dates.ts';

export const booking = z.object({
  state: z.enum(BOOKING_STATES),
  /** Who proposed, accepted or cancelled. */
  by: z.enum(['winner', 'partner']),
  /** Proposed dates, earliest first. */
  dates: z.array(z.iso.datetime()),
  bookedFor: z.iso.datetime().nullable(),
});

const bookingAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('propose'), dates: z.array(storedInstant).min(1).max(MAX_PROPOSED_DATES) }),
  z.object({ kind: z.literal('accept'), date: storedInstant }),
  z.object({ kind: z.literal('cancel') }),
]);

/** A booking as the partner sees it: without the winner's code and PIN. */
export const partnerBooking = z.object({
  id: z.uuid(),
  prizeName: z.string(),
  serviceType: z.string(),
  /** First name and initial. */
  winner: z.string(),
  expiresAt: z.iso.datetime(),
  /** The payment is disputed or refunded: the service must not be rendered until the shop has decided. */
  isOnHold: z.boolean(),
  booking,
  bookingVersion: z.int(),
});
export type PartnerBooking = z.infer<typeof partnerBooking>;

/** Content of the printed voucher of a winner without an account. */
const proof = z.object({ code: plainText(200), pin: z.string().regex(/^\d{4}$/) });

/** Where the service is used. */
export const voucherPartner = z.object({
  companyName: z.string(),
  /** Street and number. */
  address: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  phone: z.string(),
  /** The partner currently accepts no winners. */
  isPaused: z.boolean(),
});
export type VoucherPartner = z.infer<typeof voucherPartner>;

/** For its winner without an account. */
export const codeVoucher = z.object({
  prizeName: z.string(),
  serviceType: z.string(),
  expiresAt: z.iso.datetime(),
  booking: booking.nullable(),
  bookingVersion: z.int(),
  partner: voucherPartner,
});
export type CodeVoucher = z.infer<typeof codeVoucher>;

const change = z.object({
  /** Id of the voucher. */
  id: z.uuid(),
  /** Version read by the caller. */
  version: rowVersion,
  action: bookingAction,
});
const changed = z.object({ version: z.int() });
const errors = pickErrors(
  'NOT_FOUND',
  'VOUCHER_FINAL',
  'VERSION_CONFLICT',
  'BOOKING_DATES_INVALID',
  'TOO_MANY_REQUESTS',
);

export const bookings = {
  bookings: oc
    .route({
      method: 'GET',
      path: '/partners/me/bookings',
      summary: 'Dates proposed to the partner, agreed and cancelled, of vouchers that can be used',
    })
    .output(z.array(partnerBooking))
    .errors(pickErrors('PARTNER_SIGN_IN')),
  answerBooking: oc
    .route({
      method: 'POST',
      path: '/partners/me/bookings/{id}',
      summary: 'Accept, propose or cancel a date, as the partner',
    })
    .input(change)
    .output(changed)
    .errors({ ...errors, ...pickErrors('PARTNER_SIGN_IN') }),
  bookVoucher: oc
    .route({
      method: 'POST',
      path: '/vouchers/{id}/booking',
      summary: 'Propose, accept or cancel a date, as the winner',
    })
    .input(change)
    .output(changed)
    .errors({ ...errors, ...pickErrors('NOT_AUTHENTICATED') }),
  openVoucher: oc
    .route({
      method: 'POST',
      path: '/vouchers/opened',
      summary: 'Read the voucher of a winner without an account, by its code and PIN',
    })
    .input(proof)
    .output(codeVoucher)
    .errors(pickErrors('VOUCHER_INVALID', 'TOO_MANY_REQUESTS')),
  bookByCode: oc
    .route({
      method: 'POST',
      path: '/vouchers/booking',
      summary: 'Propose, accept or cancel a date, as the winner without an account',
    })
    .input(change.omit({ id: true }).extend(proof.shape))
    .output(changed)
    .errors({ ...errors, ...pickErrors('VOUCHER_INVALID') }),
};
