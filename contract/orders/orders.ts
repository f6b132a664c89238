import { oc } from '@orpc/contract';
import { z } from 'zod';
import { ORDER_STATUSES } from '@mare/domain/orders/order-state.ts';
import { KEPT_REASONS } from '@mare/domain/orders/returns/decide-return.ts';
import { rifaStatus, shownStatus } from '../rifas/rifa-detail.ts';
import { pageNumber } from '../list-page.ts';
import { pickErrors } from '../errors.ts';
import { storedInstant } from '../stored-dates.ts';

export const orderStatus = z.enum(ORDER_STATUSES);

export const orderItem = z.object({
  rifaId: z.uuid(),
  title: z.string(),
  image: z.string(),
  /** Bonus included. */
  quantity: z.int(),
  bonusQuantity: z.int(),
  unitPriceCentavos: z.int(),
  totalCentavos: z.int(),
  selectedNumbers: z.array(z.int()),
  totalNumbers: z.int(),
  drawDate: z.iso.datetime(),
  /** Current state of the rifa. */
  rifaStatus: shownStatus,
});
export type OrderItem = z.infer<typeof orderItem>;

export const order = z.object({
  id: z.uuid(),
  externalReference: z.string(),
  status: orderStatus,
  quantity: z.int(),
  totalCentavos: z.int(),
  /** Total refunded of the payment that settled the order, with and without returned cotas, in centavos. */
  returnedCentavos: z.int(),
  /** The payment is disputed: until the bank decides, nothing can be refunded, and lists that are frozen exclude the cotas. */
  isDisputed: z.boolean(),
  /** Cash still owed to the buyer, because its hand-over was recorded by mistake. */
  cashOwedCentavos: z.int(),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  holdExpiresAt: z.iso.datetime(),
  items: z.array(orderItem),
});
export type Order = z.infer<typeof order>;

export const pixCharge = z.object({
  /** BR Code exactly as the provider returned it. */
  copyPaste: z.string(),
  amountCentavos: z.int(),
  expiresAt: z.iso.datetime(),
});
export type PixCharge = z.infer<typeof pixCharge>;

const cotasOfRifa = z.object({ rifaId: z.uuid(), title: z.string(), quantity: z.int() });

/** Amounts that a refund would return and keep, by rifa. */
export const refundPreview = z.object({
  centavos: z.int(),
  returned: z.array(cotasOfRifa.extend({ centavos: z.int() })),
  kept: z.array(cotasOfRifa.extend({ reason: z.enum(KEPT_REASONS) })),
});
export type RefundPreview = z.infer<typeof refundPreview>;

const withdrawal = refundPreview.extend({
  /** Deadline; null if nothing may go back. */
  until: z.iso.datetime().nullable(),
});
export type Withdrawal = z.infer<typeof withdrawal>;

/** Cotas that were refunded while the rest of the order stays. */
const returnedCotas = z.array(
  z.object({ title: z.string(), quantity: z.int(), centavos: z.int(), isRifaCancelled: z.boolean() }),
);

/** Discounts, already subtracted from the amounts of the lines and the total. */
export const orderDiscounts = z.array(
  z.object({
    kind: z.enum(['vip', 'coupon']),
    /** Code of the coupon; null for a VIP discount, and for callers other than the buyer and staff. */
    code: z.string().nullable(),
    amountCentavos: z.int(),
  }),
);

const orderDetail = order.extend({
  discounts: orderDiscounts,
  returned: returnedCotas,
  /** Cotas refunded after their list was frozen: they stay on it, and a prize stays with its winner. */
  sealed: z.array(z.object({ title: z.string(), quantity: z.int(), given: z.int(), centavos: z.int() })),
  /** Cotas that the buyer gave away and their recipients accepted. */
  givenAway: z.int(),
  /** Cotas that a draw's list excludes, by rifa, like `leftOut` of a holding. */
  leftOut: z.array(cotasOfRifa.extend({ leftOut: z.int(), leftOutForRefund: z.int() })),
  /** Prizes that numbers of this order won, by rifa and place. */
  won: z.array(
    z.object({
      rifaId: z.uuid(),
      number: z.int(),
      position: z.int(),
      prize: z.string(),
      /** False if the cota was given away: its recipient has the prize. */
      isBuyers: z.boolean(),
    }),
  ),
});
export type OrderDetail = z.infer<typeof orderDetail>;

export const orderPage = orderDetail.extend({
  /** Buyer's first name and last initial: the page opens by reference alone. */
  buyerName: z.string(),
  /** The Pix code, once created and while payable. */
  pix: pixCharge.nullable(),
  /** The provider's payment page, while payable. */
  paymentUrl: z.string().nullable(),
  /** In the demo: page to pay, reject or ignore the Pix. */
  simulationUrl: z.string().nullable(),
  /** The payment that settled the order, otherwise the newest one. */
  paymentId: z.string().nullable(),
  /** Why the newest payment failed, as a sentence; null unless it failed and no other settled the order. */
  paymentFailure: z.string().nullable(),
  /**
   * An unpaid order that ended while its numbers were reserved: cancelled or changed by the buyer, or its rifa was
   * cancelled.
   */
  endedEarly: z.boolean(),
  /** False for a buyer who paused or excluded herself, once her order ended unpaid; true for all other callers. */
  mayBuy: z.boolean(),
  /** The group purchase that the order is or was a part of. */
  group: z
    .object({
      token: z.string(),
      name: z.string(),
      /** 1-based index of the part, and number of parts. */
      partNo: z.int(),
      parts: z.int(),
      isOpen: z.boolean(),
    })
    .nullable(),
  /** Paid in cash to a seller, so refunds are in cash too. */
  soldByHand: z.boolean(),
  /** A refund is in progress. */
  refundUnderWay: z.boolean(),
  /** A refund was paid by other means, because the provider rejected it. */
  refundedElsewhere: z.boolean(),
  /** Centavos of payments that did not settle the order (late, duplicate, wrong amount) and were returned. */
  sentBackCentavos: z.int(),
  /** Amount that a withdrawal would return now; null for callers other than the buyer and for an unpaid order. */
  withdrawal: withdrawal.nullable(),
  /** Server time, for countdowns on devices with a wrong clock. */
  now: z.iso.datetime(),
});
export type OrderPage = z.infer<typeof orderPage>;

/** Cotas of one rifa: paid and kept, received as a gift, or refunded and still on the frozen list. */
export const holding = z.object({
  rifaId: z.uuid(),
  title: z.string(),
  image: z.string(),
  status: rifaStatus,
  drawDate: z.iso.datetime(),
  totalNumbers: z.int(),
  /** All cotas; `numbers` lists the first of them, ascending. */
  quantity: z.int(),
  /** Number of cotas that lists exclude, because their payment was disputed or being refunded at the freeze. */
  leftOut: z.int(),
  /** How many of `leftOut` had a payment that was being refunded. */
  leftOutForRefund: z.int(),
  /** Cotas whose payment is disputed now. */
  disputed: z.int(),
  numbers: z.array(z.int()),
  /** Once drawn: the number of each prize, and whether the caller holds it. */
  drawn: z.array(z.object({ position: z.int(), number: z.int(), own: z.boolean() })),
  /** Orders of these cotas, newest first. */
  receipts: z.array(z.object({ externalReference: z.string(), paidAt: z.iso.datetime().nullable() })),
  /** Received gifts, with the giver (first name and last initial). */
  received: z.array(z.object({ reference: z.string(), numbers: z.array(z.int()), giver: z.string() })),
  /** Cotas of these orders given away and claimed. */
  givenAway: z.int(),
});
export type Holding = z.infer<typeof holding>;

const byReference = z.object({ externalReference: z.string().min(1).max(64) });

export const orders = {
  mine: oc
    .route({ method: 'GET', path: '/orders', summary: 'Orders of the caller, newest first' })
    .input(
      z.object({
        /** `createdAt` of the last order of the previous page. */
        before: storedInstant.optional(),
      }),
    )
    .output(z.object({ orders: z.array(order), next: z.iso.datetime().nullable() }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  holdings: oc
    .route({ method: 'GET', path: '/me/cotas', summary: 'Paid cotas of the caller, by rifa' })
    .input(
      z.object({
        page: pageNumber,
        /** Only this rifa, with more of its numbers. */
        rifaId: z.uuid().optional(),
      }),
    )
    .output(z.object({ holdings: z.array(holding), nextPage: z.int().nullable() }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  detail: oc
    .route({ method: 'GET', path: '/me/orders/{id}', summary: 'Read an order of the caller' })
    .input(z.object({ id: z.string().max(64) }))
    .output(orderDetail)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND')),
  page: oc
    .route({
      method: 'GET',
      path: '/orders/{externalReference}',
      summary: 'Read an order by its unguessable reference',
    })
    .input(byReference)
    .output(orderPage)
    .errors(pickErrors('NOT_FOUND')),
  startPix: oc
    .route({
      method: 'POST',
      path: '/orders/{externalReference}/pix',
      summary: 'Create the Pix code of a pending order',
    })
    .input(byReference)
    .output(pixCharge)
    .errors({
      ...pickErrors('NOT_FOUND', 'ORDER_CLOSED', 'PAYMENT_UNAVAILABLE', 'TOO_MANY_REQUESTS'),
      ...pickErrors('BUYER_MAY_NOT_SPEND'),
    }),
  open: oc
    .route({ method: 'GET', path: '/me/open-orders', summary: 'Orders of the caller that wait for payment' })
    .output(
      z.object({
        /** Newest first. */
        orders: z.array(
          z.object({
            externalReference: z.string(),
            holdExpiresAt: z.iso.datetime(),
            totalCentavos: z.int(),
            quantity: z.int(),
          }),
        ),
        /** Server time, for countdowns. */
        now: z.iso.datetime(),
      }),
    )
    .errors(pickErrors('NOT_AUTHENTICATED')),
  giveUp: oc
    .route({
      method: 'POST',
      path: '/orders/{externalReference}/cancellation',
      summary: 'Give up an unpaid order of the caller and release its numbers',
    })
    .input(byReference)
    /** `waiting`: the provider has not answered yet; the numbers are released once it has. */
    .output(z.object({ outcome: z.enum(['released', 'waiting', 'paid', 'not_pending']) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND')),
  startHosted: oc
    .route({
      method: 'POST',
      path: '/orders/{externalReference}/checkout',
      summary: 'Open the provider’s payment page of a pending order',
    })
    .input(byReference)
    .output(z.object({ url: z.string() }))
    .errors({
      ...pickErrors('NOT_FOUND', 'ORDER_CLOSED', 'PAYMENT_UNAVAILABLE', 'TOO_MANY_REQUESTS'),
      ...pickErrors('BUYER_MAY_NOT_SPEND'),
    }),
  withdraw: oc
    .route({
      method: 'POST',
      path: '/orders/{externalReference}/withdrawal',
      summary: 'Withdraw from an order within seven days of payment, before its draws',
    })
    .input(byReference)
    .output(z.object({ requested: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'NOT_WITHDRAWABLE')),
};
