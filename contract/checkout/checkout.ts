import { oc } from '@orpc/contract';
import { z } from 'zod';
import { TERMS } from '@mare/domain/accounts/terms.ts';
import { STATES } from '@mare/domain/accounts/places.ts';
import { plainText } from '../plain-text.ts';
import { couponRejection } from './coupon-rejection.ts';
import { pickErrors } from '../errors.ts';
import { groupOfPayment } from '../orders/group-purchases.ts';
import { storedDay } from '../stored-dates.ts';

/** Treats an empty optional field as absent. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
    schema.optional(),
  );

export const customerInfo = z.object({
  name: z.string().trim().min(1).max(120),
  email: z.email().max(255),
  phone: optional(z.string().max(30)),
  cpf: optional(z.string().max(20)),
  address: optional(z.string().max(300)),
  cep: optional(z.string().max(12)),
  /** Saved in the profile if that has none. City and state are required together. */
  city: optional(plainText(80)),
  state: optional(z.enum(STATES)),
  birthDate: optional(storedDay),
});
export type CustomerInfo = z.infer<typeof customerInfo>;

export const paymentItem = z.object({
  title: z.string().max(300),
  /** Cotas paid for, without a plan's bonus. */
  quantity: z.int().min(1).max(100_000),
  /** Reais per cota as displayed to the buyer: compared with the rifa's price, never charged. */
  price: z.number().min(0),
  selected_numbers: z.array(z.int().min(1).max(10_000_000)).max(2_000),
  /** Required when the cart holds several rifas. */
  rifaId: z.uuid().optional(),
  /** Key of the chosen purchase plan. */
  tier: z.string().max(40).nullish(),
  /** The buyer chose these numbers: never replaces them, if the rifa allows choosing. */
  chosen: z.boolean().optional(),
});

const reservedLine = z.object({
  rifa_id: z.uuid(),
  title: z.string(),
  numbers: z.array(z.int()),
  /** Requested numbers that were taken and replaced. */
  changed: z.array(z.int()),
});

export const quotedItem = z.object({
  rifaId: z.uuid(),
  /** Cotas paid for. */
  quantity: z.int().min(1).max(100_000),
  /** Price per cota as displayed: if given, another price rejects the quote. */
  priceCentavos: z.int().min(0).optional(),
  tier: z.string().max(40).nullish(),
  numbers: z.array(z.int().min(1).max(10_000_000)).max(2_000).optional(),
  /** The buyer chose these numbers. */
  chosen: z.boolean().optional(),
});

export const quote = z.object({
  /** Signed: an order that carries it charges and delivers exactly this. */
  token: z.string(),
  /** ISO 8601. */
  validUntil: z.iso.datetime(),
  /** In the order of the items. */
  lines: z.array(
    z.object({
      rifaId: z.uuid(),
      title: z.string(),
      /** Null if the item named a plan that no longer exists. */
      tier: z.string().nullable(),
      /** Cotas the buyer receives, bonus included. */
      quantity: z.int(),
      bonusQuantity: z.int(),
      unitPriceCentavos: z.int(),
      /** Before discounts. */
      fullCentavos: z.int(),
      /** Requested numbers; the reservation draws the others. */
      numbers: z.array(z.int()),
    }),
  ),
  subtotalCentavos: z.int(),
  /** In the order of application. */
  discounts: z.array(
    z.object({
      kind: z.enum(['vip', 'coupon']),
      code: z.string().nullable(),
      /** Null for a fixed amount. */
      percent: z.int().nullable(),
      amountCentavos: z.int(),
    }),
  ),
  totalCentavos: z.int(),
  /** Why the coupon gives no discount. */
  couponRejection: couponRejection.nullable(),
});
export type Quote = z.infer<typeof quote>;

export const checkout = {
  quote: oc
    .route({ method: 'POST', path: '/checkout/quotes', summary: 'Price and sign a cart line by line' })
    .input(
      z.object({
        items: z.array(quotedItem).min(1).max(50),
        coupon: optional(z.string().max(40)),
        /** The items are a part of a group purchase, which holds their numbers. */
        isPart: z.boolean().optional(),
      }),
    )
    .output(quote)
    .errors(
      pickErrors(
        'RIFA_NOT_ACTIVE',
        'NOT_ENOUGH_NUMBERS',
        'PRICE_CHANGED',
        'QUANTITY_OUT_OF_RANGE',
        'PURCHASE_LIMIT_EXCEEDED',
        'TOO_MANY_REQUESTS',
      ),
    ),
  startPayment: oc
    .route({
      method: 'POST',
      path: '/checkout/payments',
      inputStructure: 'detailed',
      summary: 'Reserve the cart’s numbers for 15 minutes and create its payment',
    })
    .input(
      z.object({
        headers: z.object({ 'idempotency-key': z.string().min(8).max(128) }),
        body: z.object({
          /** Starts a group purchase or takes a part of one: the only item is the part. */
          group: groupOfPayment.optional(),
          items: z.array(paymentItem).min(1).max(50),
          customerInfo,
          rifaId: z.uuid().optional(),
          coupon: optional(z.string().max(40)),
          /**
           * Token of the quote that the buyer was shown. Without it, the items must state every amount: an order with a
           * plan's bonus, a combo or a price step is rejected with `QUOTE_CHANGED`.
           */
          quote: z.string().max(50_000).optional(),
          /**
           * `rifa` for the purchase screen of one rifa. Each cart can have one open order; without a
           * quote, any number.
           */
          origin: z.enum(['cart', 'rifa']).default('cart'),
          /** Payment by the provider's page, or by a Pix code. */
          method: z.enum(['hosted', 'pix']).default('hosted'),
          /** Hashes of the accepted regulations. */
          acceptedRegulations: z
            .array(z.string().regex(/^[0-9a-f]{64}$/))
            .max(50)
            .default([]),
          /**
           * The version of the terms of use shown next to the pay button, which also confirms that the buyer is of
           * age. Required once, if neither the sign-up nor an earlier order accepted the version in force.
           */
          acceptedTerms: z.int().min(1).max(TERMS.version).optional(),
          /** 256 random bits in hexadecimal digits: salt of the receipt that the order gets when it is paid. */
          receiptNonce: z
            .string()
            .regex(/^[0-9a-f]{64}$/)
            .optional(),
        }),
      }),
    )
    .output(
      z.object({
        order_id: z.uuid(),
        external_reference: z.string(),
        /** The provider's page; with `method: 'pix'`, the order's. */
        init_point: z.string(),
        sandbox_init_point: z.string().optional(),
        /** Token of the group purchase that the order pays a part of. */
        group_token: z.string().optional(),
        /** End of the reservation, ISO 8601. */
        expires_at: z.iso.datetime(),
        items: z.array(reservedLine),
      }),
    )
    .errors(
      pickErrors(
        'NOT_AUTHENTICATED',
        'RIFA_NOT_ACTIVE',
        'NOT_ENOUGH_NUMBERS',
        'NUMBERS_TAKEN',
        'QUANTITY_OUT_OF_RANGE',
        'PURCHASE_LIMIT_EXCEEDED',
        'UNPAID_LIMIT',
        'PRICE_CHANGED',
        'QUOTE_CHANGED',
        'RIFA_UNKNOWN',
        'INVALID_CUSTOMER',
        'NOT_ELIGIBLE',
        'COUPON_REJECTED',
        'GROUP_REJECTED',
        'OWN_LIMIT',
        'PERSON_CONFLICT',
        'ORDER_CLOSED',
        'OPEN_ORDER',
        'PAYMENT_UNAVAILABLE',
        'FEATURE_CLOSED',
        'REGULATION_NOT_ACCEPTED',
        'TERMS_NOT_ACCEPTED',
        'KEY_REUSED',
        'BUSY',
        'TOO_MANY_REQUESTS',
      ),
    ),
};
