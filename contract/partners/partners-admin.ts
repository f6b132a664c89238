/** Partners and their vouchers in the panel. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { PARTNER_STATUSES } from '@mare/domain/partners/partner-state.ts';
import { listInput, listPage } from '../list-page.ts';
import { trimmedText, writtenText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { partnerVoucher } from './partners.ts';
import { voucherFile, voucherStatus } from './vouchers.ts';

export const partnerStatus = z.enum(PARTNER_STATUSES);

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
  /** Minimum validity from now in days. */
  z.object({ kind: z.literal('extend'), days: z.int().min(1).max(180) }),
  z.object({ kind: z.literal('reassign'), partnerId: z.uuid() }),
  /** Replaces code and PIN, e.g. after a leak. */
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
        /** Open vouchers moved to another partner, and vouchers that wait. */
        reassigned: z.int(),
        waiting: z.int(),
      }),
    )
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND', 'PARTNER_EXISTS', 'VERSION_CONFLICT')),
  setPartnerPixKey: oc
    .route({ method: 'PUT', path: '/admin/partners/{id}/pix-key', summary: 'Set the Pix key for payouts' })
    .input(z.object({ id: z.uuid(), pixKey: writtenText(100) }))
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
    .input(z.object({ id: z.uuid(), phone: writtenText(30), address: trimmedText(200).default('') }))
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
    .input(z.object({ id: z.uuid(), change: voucherChange, reason: writtenText(300) }))
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
