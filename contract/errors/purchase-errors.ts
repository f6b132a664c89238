/** Rejections of carts, orders, payments, gifts and group purchases. */
import { z } from 'zod';
import { START_GROUP_REJECTIONS } from '@mare/domain/orders/group-purchases/group-bounds.ts';
import { TAKE_PART_REJECTIONS } from '@mare/domain/orders/group-purchases/take-part.ts';
import { ORDER_STATUSES } from '@mare/domain/orders/order-state.ts';
import { couponRejection } from '../checkout/coupon-rejection.ts';
import { participationReason } from '../rifas/participation-reason.ts';

const remaining = z.object({ rifaId: z.uuid(), title: z.string(), remaining: z.int().min(0) });
const rifa = z.object({ rifaId: z.uuid(), title: z.string() });

export const purchaseErrors = {
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
  ALLOTMENT_GONE: { status: 409, message: 'the allotment ended, or another phone took it over' },
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
  COUPON_REJECTED: {
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
  GROUP_REJECTED: {
    status: 409,
    message: 'the group purchase does not start, or its part cannot be taken',
    data: z.object({ reason: z.enum([...START_GROUP_REJECTIONS, ...TAKE_PART_REJECTIONS]) }),
  },
  GIFT_REJECTED: {
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
  ORDER_CLOSED: {
    status: 409,
    message: 'the order can no longer be paid',
    // `pending`: its reservation is ending.
    data: z.object({ externalReference: z.string(), status: z.enum(ORDER_STATUSES) }),
  },
  ORDER_NOT_PAID: { status: 409, message: 'the order has no refundable payment' },
  RECEIPT_UNAVAILABLE: { status: 409, message: 'the order is not paid or names no e-mail address' },
  REFUND_TOO_HIGH: { status: 409, message: 'exceeds the refundable amount' },
  NOTHING_TO_RETURN: { status: 409, message: 'none of these cotas may go back' },
  NOT_WITHDRAWABLE: { status: 409, message: 'the withdrawal period is over' },
} as const;
