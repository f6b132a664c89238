/**
 * Everything the server may refuse, by code. The browser turns each code into a sentence (web/app/messages.ts), so the
 * `message` here is only what a developer reads in a log.
 */
import { z } from 'zod';
import { FEATURES } from './site.ts';
import { MISSING_BEFORE_PUBLISHING } from '@mare/domain/rifas/lifecycle/publishing.ts';

/** Why somebody may not take part in a rifa. */
export const participationRefusal = z.enum([
  'city_unknown',
  'other_city',
  'birth_date_unknown',
  'under_age',
  'not_on_sale',
  'vip_only',
  'vip_first',
]);

/** Why a coupon takes nothing off. */
export const couponRefusal = z.enum(['unknown', 'used', 'over']);

const remaining = z.object({ rifaId: z.uuid(), title: z.string(), remaining: z.int().min(0) });
const rifa = z.object({ rifaId: z.uuid(), title: z.string() });

export const refusals = {
  NOT_AUTHENTICATED: { status: 401, message: 'sign in first' },
  NOT_FOUND: { status: 404, message: 'no such thing, or not for you' },
  NOT_ON_ONESELF: { status: 409, message: 'nobody does this to their own account' },
  NOT_ADMIN: { status: 403, message: 'only for administrators' },
  BLANK_NOTIFICATION: { status: 422, message: 'title or message is blank' },
  CART_CLOSED: {
    status: 409,
    message: 'the cart session was migrated, has expired or belongs to somebody else',
  },
  RIFA_NOT_ACTIVE: { status: 409, message: 'the rifa does not sell now', data: rifa },
  NOT_ENOUGH_NUMBERS: { status: 409, message: 'fewer numbers are left than asked for', data: remaining },
  QUANTITY_OUT_OF_RANGE: {
    status: 422,
    message: 'outside the rifa’s limits for one order',
    data: z.object({ rifaId: z.uuid(), title: z.string(), min: z.int(), max: z.int() }),
  },
  NUMBERS_TAKEN: {
    status: 409,
    message: 'chosen numbers are somebody else’s',
    data: rifa.extend({ numbers: z.array(z.int()), totalNumbers: z.int() }),
  },
  OVER_SHARE: {
    status: 409,
    message: 'more cotas than one person may have of the rifa',
    data: rifa.extend({ max: z.int(), held: z.int() }),
  },
  PRICE_CHANGED: { status: 409, message: 'the cart holds another price or plan than the rifa', data: rifa },
  RIFA_UNKNOWN: { status: 422, message: 'a cart line does not say which rifa it is of' },
  INVALID_CUSTOMER: {
    status: 422,
    message: 'an optional field of the customer form is filled in wrongly',
    data: z.object({ field: z.enum(['cpf', 'phone', 'cep', 'city', 'birthDate']) }),
  },
  NOT_ELIGIBLE: {
    status: 403,
    message: 'the buyer may not take part in a rifa of the cart',
    data: rifa.extend({ reason: participationRefusal, eligibleCities: z.array(z.string()) }),
  },
  INVALID_PROFILE: {
    status: 422,
    message: 'a field of the profile is filled in wrongly',
    data: z.object({ field: z.enum(['phone', 'cpf', 'city', 'birthDate', 'age']) }),
  },
  COUPON_REFUSED: {
    status: 409,
    message: 'the coupon does not hold for this buyer now',
    data: z.object({ reason: couponRefusal }),
  },
  OWN_LIMIT: {
    status: 409,
    message: 'beyond what the buyer allowed themselves',
    data: z.object({
      reason: z.enum(['monthly', 'paused', 'excluded']),
      until: z.iso.datetime().nullable(),
      leftCentavos: z.int(),
    }),
  },
  IDENTITY_NOT_CONFIRMED: {
    status: 403,
    message: 'the owner has to show again that it is them',
    data: z.object({ needs: z.enum(['password', 'code', 'sign-in']) }),
  },
  ACCOUNT_IN_USE: {
    status: 409,
    message: 'orders, draws, refunds or prizes still need the account',
    data: z.object({
      pendingOrders: z.int(),
      openDraws: z.int(),
      refunds: z.int(),
      prizes: z.int(),
      payouts: z.int(),
    }),
  },
  LAST_ADMIN: { status: 409, message: 'nobody else would run the shop' },
  GIFT_REFUSED: {
    status: 409,
    message: 'the cota cannot be given or claimed now',
    data: z.object({
      reason: z.enum(['not_paid', 'already_given', 'sales_over', 'own', 'claimed', 'switched_off']),
    }),
  },
  INVALID_CONTACT: { status: 422, message: 'neither an e-mail nor a Brazilian mobile phone' },
  CODE_INVALID: { status: 401, message: 'the one-time code is wrong or over' },
  ORDER_CLOSED: { status: 409, message: 'the order can no longer be paid' },
  ORDER_NOT_PAID: { status: 409, message: 'the order holds no money that could go back' },
  REFUND_TOO_HIGH: { status: 409, message: 'more than is left of the payment' },
  NOT_WITHDRAWABLE: { status: 409, message: 'the time to withdraw is over' },
  DRAW_REFUSED: {
    status: 409,
    message: 'the draw, its result or its prize is not in a state for that',
    data: z.object({ reason: z.string() }),
  },
  TICKET_CLOSED: { status: 409, message: 'the ticket takes no more words' },
  TICKET_CHANGED: { status: 409, message: 'the ticket’s status does not allow that' },
  PAYMENT_UNAVAILABLE: {
    status: 502,
    message: 'the payment provider refused or did not answer',
    data: z.object({ externalReference: z.string() }),
  },
  CHANGED_MEANWHILE: { status: 409, message: 'somebody else changed it since it was read' },
  TEST_RUNNING: { status: 409, message: 'another A/B test runs in that place' },
  RIFA_PUBLISHED: { status: 409, message: 'price, total, prizes and legal pack stay once published' },
  RIFA_STATE: {
    status: 409,
    message: 'its state does not lead there',
    data: z.object({ status: z.string() }),
  },
  RIFA_INCOMPLETE: {
    status: 422,
    message: 'parts are missing before it may be published',
    data: z.object({ missing: z.array(z.enum(MISSING_BEFORE_PUBLISHING)) }),
  },
  COUPON_EXISTS: { status: 409, message: 'another coupon has this code' },
  COUPON_LIMIT: { status: 409, message: 'used more often already than the limit would allow' },
  CAMPAIGN_STATE: { status: 409, message: 'the campaign’s state does not allow that' },
  PICTURE_UNREADABLE: { status: 422, message: 'not a JPEG, PNG, WebP or AVIF, or a broken one' },
  PICTURE_TOO_SMALL: { status: 422, message: 'under 600 × 450 pixels' },
  PICTURE_TOO_LARGE: { status: 413, message: 'over 12 MB' },
  INVALID_PIX_KEY: { status: 422, message: 'no such Pix key can exist' },
  PIX_KEY_MISSING: { status: 409, message: 'who is to be paid has not said where' },
  PAYOUT_CHANGED: { status: 409, message: 'the payout is in another state by now' },
  PARTNER_LOGIN_INVALID: { status: 401, message: 'no active partner has this e-mail and phone' },
  PARTNER_CODE_INVALID: { status: 401, message: 'the one-time code is wrong or over' },
  PARTNER_SIGN_IN: { status: 401, message: 'sign in as a partner first' },
  INVALID_PARTNER: {
    status: 422,
    message: 'a field of the application is filled in wrongly',
    data: z.object({ field: z.enum(['phone', 'pixKey']) }),
  },
  PARTNER_EXISTS: { status: 409, message: 'another partner has this e-mail' },
  VOUCHER_INVALID: { status: 409, message: 'no pending voucher of this partner has this code' },
  MERGE_REFUSED: {
    status: 409,
    message: 'these two accounts cannot become one',
    data: z.object({ reason: z.enum(['same', 'staff', 'deleted', 'affiliates', 'pending_orders']) }),
  },
  REGULATION_NOT_ACCEPTED: {
    status: 409,
    message: 'the buyer has to accept the rifa’s regulation first',
    data: rifa,
  },
  INVALID_COMBOS: { status: 422, message: 'a combo must be cheaper than its cotas one by one' },
  INVALID_PRICE_STEPS: { status: 422, message: 'more cotas must cost less each, below the rifa’s price' },
  FEATURE_CLOSED: {
    status: 409,
    message: 'the panel has closed this part of the shop',
    data: z.object({ feature: z.enum(FEATURES) }),
  },
  BUSY: { status: 503, message: 'too many buyers at once', data: z.object({ retryAfterSeconds: z.int() }) },
  TOO_MANY_REQUESTS: { status: 429, message: 'rate limit', data: z.object({ retryAfterSeconds: z.int() }) },
} as const;

export type RefusalCode = keyof typeof refusals;

/** The named refusals, in the form a procedure declares them. */
export function refuses<Code extends RefusalCode>(...codes: Code[]): Pick<typeof refusals, Code> {
  return Object.fromEntries(codes.map((code) => [code, refusals[code]])) as Pick<typeof refusals, Code>;
}
