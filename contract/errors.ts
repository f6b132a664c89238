/** Error codes of the API. web/app/messages.ts holds the texts for users; `message` is for developers. */
import { z } from 'zod';
import { PROOFS } from '@mare/domain/accounts/security/recent-proof.ts';
import { APPROVAL_REJECTIONS } from '@mare/domain/approvals/two-person-rule.ts';
import { START_GROUP_REJECTIONS } from '@mare/domain/orders/group-purchases/group-bounds.ts';
import { TAKE_PART_REJECTIONS } from '@mare/domain/orders/group-purchases/take-part.ts';
import { MERGE_REJECTIONS } from '@mare/domain/accounts/merging.ts';
import { REDEMPTION_REJECTIONS } from '@mare/domain/partners/redemption.ts';
import { couponRejection } from './checkout/coupon-rejection.ts';
import { participationReason } from './rifas/participation-reason.ts';
import { rifaGaps } from './rifas/rifa-gaps.ts';
import { FEATURES } from './site.ts';

const remaining = z.object({ rifaId: z.uuid(), title: z.string(), remaining: z.int().min(0) });
const rifa = z.object({ rifaId: z.uuid(), title: z.string() });

export const apiErrors = {
  NOT_AUTHENTICATED: { status: 401, message: 'authentication required' },
  NOT_FOUND: { status: 404, message: 'not found, or not visible to the caller' },
  CANNOT_TARGET_SELF: { status: 409, message: 'cannot target your own account' },
  NOT_ADMIN: { status: 403, message: 'requires a permission that the role lacks' },
  BLANK_NOTIFICATION: { status: 422, message: 'title or message is blank' },
  CART_CLOSED: {
    status: 409,
    message: 'the cart session was migrated, has expired or belongs to another user',
  },
  RIFA_NOT_ACTIVE: {
    status: 409,
    message: 'the rifa is not on sale',
    // `pauseReason`: why its sales are paused; null when they are not.
    data: rifa.extend({ pauseReason: z.string().nullable() }),
  },
  NOT_ENOUGH_NUMBERS: { status: 409, message: 'fewer numbers are left than requested', data: remaining },
  QUANTITY_OUT_OF_RANGE: {
    status: 422,
    message: 'outside the rifa’s limits per order',
    data: z.object({ rifaId: z.uuid(), title: z.string(), min: z.int(), max: z.int() }),
  },
  NUMBERS_TAKEN: {
    status: 409,
    message: 'requested numbers are taken',
    data: rifa.extend({ numbers: z.array(z.int()), totalNumbers: z.int() }),
  },
  PURCHASE_LIMIT_EXCEEDED: {
    status: 409,
    message: 'more cotas than the rifa allows per buyer',
    data: rifa.extend({ max: z.int(), held: z.int() }),
  },
  UNPAID_LIMIT: {
    status: 409,
    message: 'the person would hold too many unpaid cotas of the rifa; paying lifts the limit',
    data: rifa.extend({ allowed: z.int(), unpaid: z.int() }),
  },
  KEY_REUSED: { status: 409, message: 'the Idempotency-Key belongs to an order of another content' },
  ALLOTMENT_TOO_LARGE: {
    status: 409,
    message: 'more numbers than the seller may set aside now',
    data: z.object({ room: z.int() }),
  },
  SALES_END_SOON: { status: 409, message: 'sales end too soon to set numbers aside' },
  PRICE_CHANGED: { status: 409, message: 'price or plan of the cart differ from the rifa’s', data: rifa },
  QUOTE_CHANGED: {
    status: 409,
    message: 'the order differs from its quote, or the quote expired; see `changes`',
    data: z.object({
      changes: z.array(
        z.object({
          kind: z.enum(['price', 'bonus', 'discount']),
          rifaId: z.uuid().nullable(),
          title: z.string(),
          was: z.int(),
          is: z.int(),
        }),
      ),
    }),
  },
  RIFA_UNKNOWN: { status: 422, message: 'a cart line names no rifa' },
  INVALID_CUSTOMER: {
    status: 422,
    message: 'invalid field in the customer data',
    data: z.object({ field: z.enum(['cpf', 'phone', 'cep', 'city', 'birthDate']) }),
  },
  NOT_ELIGIBLE: {
    status: 403,
    message: 'the buyer is not eligible for a rifa of the cart',
    data: rifa.extend({
      reason: participationReason,
      /** End of a pause or self-exclusion. */
      until: z.iso.datetime().nullable(),
      eligibleCities: z.array(z.string()),
    }),
  },
  INVALID_PROFILE: {
    status: 422,
    message: 'invalid field in the profile',
    data: z.object({ field: z.enum(['phone', 'cpf', 'city', 'birthDate', 'age']) }),
  },
  COUPON_REFUSED: {
    status: 409,
    message: 'the coupon is not valid for this buyer',
    data: z.object({ reason: couponRejection }),
  },
  OWN_LIMIT: {
    status: 409,
    message: 'exceeds the buyer’s responsible-play limits',
    data: z.object({
      reason: z.enum(['monthly', 'paused', 'excluded']),
      until: z.iso.datetime().nullable(),
      leftCentavos: z.int(),
    }),
  },
  BUYER_MAY_NOT_SPEND: {
    status: 409,
    message: 'the buyer’s own limits do not allow this purchase; which one is private',
  },
  PERSON_CONFLICT: {
    status: 409,
    message:
      'the CPF is confirmed in another account, another CPF in this one, or another person has the phone',
    data: z.object({ reason: z.enum(['other_account', 'other_cpf', 'other_email', 'other_phone']) }),
  },
  RECENT_PROOF_REQUIRED: {
    status: 403,
    message: 'prove the account’s strongest proof first (POST /me/proof); it counts for ten minutes',
    data: z.object({ needs: z.enum(PROOFS) }),
  },
  UNDO_CLOSED: {
    status: 409,
    message: 'the change was undone before, is older than 48 hours, or cannot be undone any more',
    data: z.object({ reason: z.enum(['undone', 'late', 'taken']) }),
  },
  PAYOUT_FROZEN: {
    status: 409,
    message: 'the beneficiary’s account or Pix key changed in the last 48 hours',
    data: z.object({ until: z.iso.datetime() }),
  },
  PROOF_INVALID: { status: 422, message: 'wrong or expired proof, or not the one that is needed' },
  ACCOUNT_IN_USE: {
    status: 409,
    message: 'orders, draws, refunds or prizes still need the account',
    data: z.object({
      pendingOrders: z.int(),
      openDraws: z.int(),
      refunds: z.int(),
      prizes: z.int(),
      payouts: z.int(),
      /** Affiliate accounts with a negative balance. */
      debts: z.int(),
    }),
  },
  INVITATION_CLOSED: { status: 409, message: 'the invitation was used or revoked, or has expired' },
  INVITATION_OTHER_EMAIL: {
    status: 409,
    message: 'the confirmed e-mail of the account is not the invited one',
  },
  ALREADY_REQUESTED: { status: 409, message: 'the same action already waits for a second person' },
  SECOND_PERSON_REQUIRED: { status: 409, message: 'requires the two-person rule' },
  CANCEL_TOO_LATE: { status: 409, message: 'the extraction may have run' },
  APPROVAL_REJECTED: {
    status: 409,
    message: 'the action cannot be approved or cancelled',
    data: z.object({ reason: z.enum(APPROVAL_REJECTIONS) }),
  },
  LAST_ADMIN: { status: 409, message: 'the last admin cannot be removed' },
  GROUP_REFUSED: {
    status: 409,
    message: 'the group purchase does not start, or its part cannot be taken',
    data: z.object({ reason: z.enum([...START_GROUP_REJECTIONS, ...TAKE_PART_REJECTIONS]) }),
  },
  GIFT_REFUSED: {
    status: 409,
    message: 'the cota cannot be given or claimed',
    data: z.object({
      reason: z.enum([
        'not_paid',
        'already_given',
        'sales_over',
        'own',
        'claimed',
        'withdrawn',
        'returned',
        'person_limit',
        'switched_off',
      ]),
    }),
  },
  INVALID_CONTACT: { status: 422, message: 'neither an e-mail nor a Brazilian mobile phone' },
  CODE_INVALID: { status: 401, message: 'the one-time code is wrong or expired' },
  ORDER_CLOSED: { status: 409, message: 'the order can no longer be paid' },
  ORDER_NOT_PAID: { status: 409, message: 'the order has no refundable payment' },
  STAFF_ACCOUNT: { status: 409, message: 'staff change their own account' },
  EMAIL_IN_USE: { status: 409, message: 'another account has this e-mail address' },
  RECEIPT_UNAVAILABLE: { status: 409, message: 'the order is not paid or names no e-mail address' },
  SELECTION_EMPTY: { status: 409, message: 'the filter finds nothing, or only similar names' },
  SELECTION_TOO_LARGE: { status: 409, message: 'the filter finds more than one action may have' },
  CANNOT_UNDO: { status: 409, message: 'running, already undone, or of a kind that cannot be undone' },
  REFUND_TOO_HIGH: { status: 409, message: 'exceeds the refundable amount' },
  NOTHING_TO_RETURN: { status: 409, message: 'none of these cotas may go back' },
  NOT_WITHDRAWABLE: { status: 409, message: 'the withdrawal period is over' },
  DRAW_REFUSED: {
    status: 409,
    message: 'invalid state of the draw, its result or its prize',
    data: z.object({ reason: z.string() }),
  },
  TICKET_CLOSED: { status: 409, message: 'the ticket is closed' },
  ALLOTMENT_GONE: { status: 409, message: 'the allotment ended, or another phone took it over' },
  AGENT_LEFT: { status: 409, message: 'the person has lost the role that this takes' },
  REPLY_INCOMPLETE: { status: 400, message: 'the text has open variables, or there is nothing to do' },
  TOO_MANY_TAGS: { status: 409, message: 'a ticket has at most ten tags' },
  TICKET_CHANGED: { status: 409, message: 'invalid transition of the ticket’s status' },
  OPEN_ORDER: {
    status: 409,
    message: 'an order of the same cart waits for its payment: pay it or give it up first',
    data: z.object({ externalReference: z.string() }),
  },
  PAYMENT_UNAVAILABLE: {
    status: 502,
    message: 'the payment provider rejected the request or did not answer',
    data: z.object({ externalReference: z.string() }),
  },
  VERSION_CONFLICT: { status: 409, message: 'changed since it was read' },
  TEST_RUNNING: { status: 409, message: 'another A/B test runs at this place' },
  RIFA_PUBLISHED: {
    status: 409,
    message: 'price, total, prizes and legal pack are immutable after publishing, the rest after the draw',
  },
  INSTANT_PRIZES_AT_RANDOM: {
    status: 409,
    message: 'a rifa with cotas premiadas sells no chosen numbers',
  },
  CORRECTION_REASON_REQUIRED: {
    status: 409,
    message: 'buyers rely on it: a change of a published rifa requires a public reason',
  },
  DRAW_DATE_FIXED: {
    status: 409,
    message: 'a rifa on sale moves only to a later extraction, before its sales end',
  },
  RIFA_STATE: {
    status: 409,
    message: 'invalid state transition',
    data: z.object({ status: z.string() }),
  },
  ENDING_INCOMPLETE: { status: 409, message: 'a step before the books is still open' },
  RIFA_INCOMPLETE: {
    status: 422,
    message: 'required parts are missing',
    data: rifaGaps,
  },
  BOOST_TOO_SOON: {
    status: 409,
    message: 'the rifa was announced less than a day ago',
    data: z.object({ from: z.iso.datetime() }),
  },
  COUPON_EXISTS: { status: 409, message: 'the coupon code already exists' },
  COUPON_PERSON_UNKNOWN: {
    status: 422,
    message: 'no account has this e-mail address',
    data: z.object({ email: z.string() }),
  },
  COUPON_LIMIT: { status: 409, message: 'the limit is below the number of uses' },
  CAMPAIGN_STATE: { status: 409, message: 'invalid state transition of the campaign' },
  PICTURE_UNREADABLE: { status: 422, message: 'not a readable JPEG, PNG, WebP or AVIF' },
  PICTURE_HEIC: { status: 422, message: 'HEIC photos are not supported' },
  PDF_REJECTED: {
    status: 422,
    message: 'the PDF is incomplete, or holds scripts, attachments or encryption',
  },
  PICTURE_TOO_SMALL: { status: 422, message: 'under 600 × 450 pixels' },
  PICTURE_TOO_LARGE: { status: 413, message: 'the file is too large' },
  INVALID_PIX_KEY: { status: 422, message: 'invalid Pix key' },
  PIX_KEY_MISSING: { status: 409, message: 'the beneficiary has no Pix key' },
  PAYOUT_CHANGED: { status: 409, message: 'invalid state transition of the payout' },
  PARTNER_LOGIN_INVALID: { status: 401, message: 'no active partner has this e-mail and phone' },
  PARTNER_CODE_INVALID: { status: 401, message: 'the one-time code is wrong or expired' },
  PARTNER_SIGN_IN: { status: 401, message: 'partner session required' },
  INVALID_PARTNER: {
    status: 422,
    message: 'invalid field in the application',
    data: z.object({ field: z.enum(['phone', 'pixKey']) }),
  },
  PARTNER_EXISTS: { status: 409, message: 'another partner has this e-mail' },
  VOUCHER_FINAL: {
    status: 409,
    message: 'the voucher was used or withdrawn, or its prize takes no voucher any more',
  },
  BOOKING_DATES_INVALID: {
    status: 422,
    message: 'not one to three dates from now until the voucher expires',
  },
  VOUCHER_USE_FINAL: { status: 409, message: 'the use of the voucher can no longer be undone' },
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
  MERGE_REFUSED: {
    status: 409,
    message: 'the accounts cannot be merged',
    data: z.object({
      reason: z.enum(MERGE_REJECTIONS),
    }),
  },
  REGULATION_NOT_ACCEPTED: {
    status: 409,
    message: 'the regulation of the rifa must be accepted first',
    data: rifa,
  },
  TERMS_NOT_ACCEPTED: {
    status: 409,
    message: 'the terms of use in force must be accepted first',
    data: z.object({ version: z.int() }),
  },
  INVALID_COMBOS: { status: 422, message: 'a combo must be cheaper than its cotas one by one' },
  INVALID_PRICE_STEPS: {
    status: 422,
    message: 'unit prices must fall with the quantity, below the rifa’s price',
  },
  FEATURE_CLOSED: {
    status: 409,
    message: 'an admin has disabled this feature',
    data: z.object({ feature: z.enum(FEATURES) }),
  },
  BUSY: {
    status: 503,
    message: 'too many concurrent buyers',
    data: z.object({ retryAfterSeconds: z.int() }),
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: 'rate limit exceeded',
    data: z.object({ retryAfterSeconds: z.int() }),
  },
} as const;

export type ErrorCode = keyof typeof apiErrors;

/** For `.errors(...)` of a procedure. */
export function pickErrors<Code extends ErrorCode>(...codes: Code[]): Pick<typeof apiErrors, Code> {
  return Object.fromEntries(codes.map((code) => [code, apiErrors[code]])) as Pick<typeof apiErrors, Code>;
}
