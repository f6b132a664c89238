/** Vouchers of service prizes, as their winners have them. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { VOUCHER_STATUSES } from '@mare/domain/partners/voucher-state.ts';
import { writtenText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { booking, voucherPartner } from './bookings.ts';

export const voucherStatus = z.enum(VOUCHER_STATUSES);

export const ownVoucher = z.object({
  id: z.uuid(),
  voucherCode: z.string(),
  prizeName: z.string(),
  serviceType: z.string(),
  /** Whose draw it was won in; null for a voucher without a draw. */
  rifa: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  status: voucherStatus,
  /** Its order was refunded or is disputed: the team decides before it can be used. */
  isOnHold: z.boolean(),
  /** Its payment is disputed: the wait is added to the deadline. */
  isWaiting: z.boolean(),
  /** Content of the QR code. */
  qrCodeData: z.string(),
  /** Confirms the use; null while it cannot be used. */
  pin: z.string().nullable(),
  /** Until when it waits after too many wrong PINs; null if it does not. */
  pinLockedUntil: z.iso.datetime().nullable(),
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

export const checkedVoucher = z.object({
  valid: z.boolean(),
  /** As they are now: a paper with another date or partner is outdated. Null for an invalid voucher. */
  expiresAt: z.iso.datetime().nullable(),
  partner: voucherPartner.pick({ companyName: true, city: true, state: true, isPaused: true }).nullable(),
});
export type CheckedVoucher = z.infer<typeof checkedVoucher>;

export const ownVouchers = {
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
    .input(z.object({ code: writtenText(500) }))
    .output(checkedVoucher)
    .errors(pickErrors('NOT_AUTHENTICATED', 'TOO_MANY_REQUESTS')),
};
