/** Sales at a stand without a network: numbers set aside, sold on the phone, sent later. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import {
  ALLOTMENT_ENDS,
  MAX_ALLOTMENT,
  MAX_STAND_HOURS,
  STAND_PAYMENTS,
} from '@mare/domain/orders/stand-allotment.ts';
import { participationReason } from '../rifas/participation-reason.ts';
import { pickErrors } from '../errors.ts';
import { trimmedText } from '../plain-text.ts';
import { combo, priceStep, purchaseTier } from '../rifas/rifa-detail.ts';

/** Sales of one request. */
export const MAX_SALES_SENT = 20;

/** 32 random bytes in base64url, made by the phone and kept only there. */
const sendKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const numbers = z.array(z.int().min(1)).max(MAX_ALLOTMENT);
const line = (maxLength: number) => trimmedText(maxLength);

/** The rifa's terms at the time when its numbers were set aside: see `StandTerms`. */
const terms = z.object({
  title: z.string(),
  totalNumbers: z.int(),
  priceCentavos: z.int(),
  priceSteps: z.array(priceStep),
  combos: z.array(combo),
  plans: z.array(purchaseTier),
  minPerOrder: z.int(),
  maxPerOrder: z.int(),
  choosesNumbers: z.boolean(),
});

const allotment = z.object({
  id: z.uuid(),
  rifaId: z.uuid(),
  title: z.string(),
  /** Numbers that were set aside. */
  numbers,
  unsold: numbers,
  /** The phone sells until here. */
  sellUntil: z.iso.datetime(),
  /** Until here it sends its sales; then unsold numbers are free. */
  endsAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type StandAllotment = z.infer<typeof allotment>;
export type OpenAllotment = StandAllotment & { isOwn: boolean };

const standSale = z.object({
  /** Idempotency key. */
  id: z.uuid(),
  /** Reference of the order, generated on the phone, so that the receipt's link exists before the sale is sent. */
  externalReference: z.string().regex(/^[A-Za-z0-9_-]{24}$/),
  /** Cotas paid for. */
  quantity: z.int().min(1).max(MAX_ALLOTMENT),
  /** Key of a plan of this quantity. */
  tier: z.string().max(20).nullable(),
  /** All numbers that the buyer got. */
  numbers: numbers.min(1),
  /** Amount that the seller received. */
  paidCentavos: z.int().min(0),
  paidWith: z.enum(STAND_PAYMENTS),
  name: line(120).min(2),
  /** In any format. */
  phone: line(30),
  /** Time of the sale by the phone's clock. */
  soldAt: z.iso.datetime(),
});
export type StandSale = z.infer<typeof standSale>;

/** Why a sale was rejected permanently: the seller returns the money. */
export const STAND_REJECTIONS = [
  'ALLOTMENT_ENDED',
  'ALLOTMENT_MOVED',
  'NUMBERS_TAKEN',
  'RIFA_CLOSED',
  'NOT_ELIGIBLE',
  'PURCHASE_LIMIT_EXCEEDED',
  'BUYER_MAY_NOT_SPEND',
  'INVALID_CUSTOMER',
  'QUANTITY_OUT_OF_RANGE',
  'PRICE_CHANGED',
  'SELLER_MAY_NOT_SELL',
  'KEY_REUSED',
] as const;
export type StandRejection = (typeof STAND_REJECTIONS)[number];

const standResult = z.discriminatedUnion('outcome', [
  z.object({
    id: z.uuid(),
    outcome: z.literal('sold'),
    externalReference: z.string(),
    /** Lower than what the seller took if the buyer has a discount. */
    totalCentavos: z.int(),
  }),
  z.object({
    id: z.uuid(),
    outcome: z.literal('rejected'),
    code: z.enum(STAND_REJECTIONS),
    /** Set for NOT_ELIGIBLE. */
    reason: participationReason.nullable(),
    /**
     * For NUMBERS_TAKEN and ALLOTMENT_ENDED: numbers that others hold. For ALLOTMENT_MOVED: numbers sold after another
     * phone took over.
     */
    numbers,
  }),
  /** Send it again: the shop is busy, or the rifa's sales are paused. */
  z.object({ id: z.uuid(), outcome: z.literal('later'), code: z.enum(['BUSY', 'PAUSED']) }),
]);
export type StandResult = z.infer<typeof standResult>;

const onlySellers = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');

export const stand = {
  room: oc
    .route({
      method: 'GET',
      path: '/stand/rifas/{rifaId}',
      summary: 'How many numbers the caller may set aside',
    })
    .input(z.object({ rifaId: z.uuid() }))
    .output(z.object({ room: z.int(), limit: z.int() }))
    .errors({ ...onlySellers, ...pickErrors('RIFA_NOT_ACTIVE') }),
  setAside: oc
    .route({ method: 'POST', path: '/stand/allotments', summary: 'Set numbers aside for a stand' })
    .input(
      z.object({
        /** Idempotency key. */
        id: z.uuid(),
        rifaId: z.uuid(),
        sendKey,
        quantity: z.int().min(1).max(MAX_ALLOTMENT),
        hours: z.int().min(1).max(MAX_STAND_HOURS),
      }),
    )
    .output(allotment.extend({ terms }))
    .errors({
      ...onlySellers,
      ...pickErrors('RIFA_NOT_ACTIVE', 'ALLOTMENT_TOO_LARGE', 'SALES_END_SOON', 'KEY_REUSED', 'BUSY'),
    }),
  allotments: oc
    .route({
      method: 'GET',
      path: '/stand/allotments',
      summary: 'Open allotments of the caller, and those that the caller may take over',
    })
    .output(z.array(allotment.extend({ isOwn: z.boolean() })))
    .errors(onlySellers),
  takeOver: oc
    .route({
      method: 'POST',
      path: '/stand/allotments/{fromId}/take-over',
      summary: 'Move the unsold numbers of an allotment to the phone of the caller',
    })
    .input(z.object({ fromId: z.uuid(), id: z.uuid(), sendKey }))
    .output(allotment.extend({ terms }))
    .errors({ ...onlySellers, ...pickErrors('NOT_FOUND', 'ALLOTMENT_GONE', 'KEY_REUSED') }),
  offer: oc
    .route({
      method: 'POST',
      path: '/stand/allotments/{id}/offer',
      summary: 'Let another seller take an allotment over',
    })
    .input(z.object({ id: z.uuid(), sellerId: z.uuid() }))
    .output(z.object({ done: z.literal(true) }))
    .errors({ ...onlySellers, ...pickErrors('NOT_FOUND', 'ALLOTMENT_GONE', 'AGENT_LEFT') }),
  sellers: oc
    .route({ method: 'GET', path: '/stand/sellers', summary: 'People who may sell at a stand, by name' })
    .output(z.array(z.object({ id: z.uuid(), name: z.string() })))
    .errors(onlySellers),
  giveBack: oc
    .route({
      method: 'POST',
      path: '/stand/allotments/{id}/return',
      summary: 'Free the unsold numbers of an own allotment; of any one, for those who manage rifas',
    })
    .input(
      z.object({
        id: z.uuid(),
        /** Sales that the phone has not sent do not count: it is lost. Always so for those of other sellers. */
        isFinal: z.boolean().default(false),
      }),
    )
    .output(z.object({ freed: z.int() }))
    .errors({ ...onlySellers, ...pickErrors('NOT_FOUND') }),
  ofRifa: oc
    .route({
      method: 'GET',
      path: '/admin/rifas/{id}/stand-allotments',
      summary: 'Open allotments of a rifa, with their sellers',
    })
    .input(z.object({ id: z.uuid() }))
    .output(
      z.array(
        allotment.pick({ id: true, sellUntil: true, endsAt: true, createdAt: true }).extend({
          seller: z.string(),
          sellerId: z.uuid(),
          setAside: z.int(),
          unsold: z.int(),
          /** Who may take it over. */
          offeredTo: z.string().nullable(),
        }),
      ),
    )
    .errors(onlySellers),
  send: oc
    .route({
      method: 'POST',
      path: '/stand/sales',
      summary: 'Send sales of an allotment, by the key of the phone that set it aside',
    })
    .input(z.object({ allotmentId: z.uuid(), sendKey, sales: z.array(standSale).max(MAX_SALES_SENT) }))
    .output(
      z.object({
        /** One per sale, in the same order. */
        answers: z.array(standResult),
        /** Cotas left in the allotment. */
        unsold: numbers,
        end: z.enum(ALLOTMENT_ENDS).nullable(),
      }),
    )
    .errors(pickErrors('NOT_FOUND', 'TOO_MANY_REQUESTS')),
};
