import { oc } from '@orpc/contract';
import { z } from 'zod';
import { ORDER_STATUSES } from '@mare/domain/orders/order-state.ts';
import { rifaStatus } from '../rifas/rifas.ts';
import { pageNumber } from '../list-page.ts';
import { pickErrors } from '../errors.ts';

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
});
export type OrderItem = z.infer<typeof orderItem>;

export const order = z.object({
  id: z.uuid(),
  externalReference: z.string(),
  status: orderStatus,
  quantity: z.int(),
  totalCentavos: z.int(),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  holdExpiresAt: z.iso.datetime(),
  items: z.array(orderItem),
});
export type Order = z.infer<typeof order>;

export const pixCharge = z.object({
  /** BR Code, byte for byte as the provider gave it. */
  copyPaste: z.string(),
  amountCentavos: z.int(),
  expiresAt: z.iso.datetime(),
});
export type PixCharge = z.infer<typeof pixCharge>;

export const orderPage = order.extend({
  /** Buyer's first name and last initial: the page opens by reference alone. */
  buyerName: z.string(),
  /** The Pix code, once asked for and while it can be paid. */
  pix: pixCharge.nullable(),
  /** The provider's own payment page, while it can be paid. */
  paymentUrl: z.string().nullable(),
  /** In the demonstration: where the Pix of this page is paid, refused or left. */
  simulationUrl: z.string().nullable(),
  /** The payment that counts, or else the newest one. */
  paymentId: z.string().nullable(),
  /** Why the newest payment came to nothing, in a sentence of the catalogue. */
  refusal: z.string().nullable(),
  /** Money is on its way back to the buyer. */
  refundUnderWay: z.boolean(),
  /** Until when the buyer may withdraw; null for anybody else, and when that is over or was never possible. */
  withdrawableUntil: z.iso.datetime().nullable(),
  /** The server's clock, so that a countdown is right on a phone whose own is not. */
  now: z.iso.datetime(),
});
export type OrderPage = z.infer<typeof orderPage>;

/** A person's cotas of one rifa: paid in any of their orders and kept, or received as a gift. */
export const holding = z.object({
  rifaId: z.uuid(),
  title: z.string(),
  image: z.string(),
  status: rifaStatus,
  drawDate: z.iso.datetime(),
  totalNumbers: z.int(),
  /** Cotas in all; `numbers` holds the first of them, ascending. */
  quantity: z.int(),
  numbers: z.array(z.int()),
  /** Once drawn: the number of each prize, and whether the person holds it. */
  drawn: z.array(z.object({ position: z.int(), number: z.int(), own: z.boolean() })),
  /** The orders that the cotas come from, newest first. */
  receipts: z.array(z.object({ externalReference: z.string(), paidAt: z.iso.datetime().nullable() })),
  /** Those among the cotas that were a gift, with who gave them (first name and last initial). */
  received: z.array(z.object({ reference: z.string(), number: z.int(), giver: z.string() })),
  /** How many cotas of those orders were given to others, and are theirs now. */
  givenAway: z.int(),
});
export type Holding = z.infer<typeof holding>;

const byReference = z.object({ externalReference: z.string().min(1).max(64) });

export const orders = {
  mine: oc
    .route({ method: 'GET', path: '/orders', summary: 'The buyer’s own orders, newest first' })
    .input(
      z.object({
        /** Continues after the page that ended with this order's `createdAt`. */
        before: z.iso.datetime().optional(),
      }),
    )
    .output(z.object({ orders: z.array(order), next: z.iso.datetime().nullable() }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  holdings: oc
    .route({ method: 'GET', path: '/me/cotas', summary: 'The buyer’s own paid cotas, by rifa' })
    .input(z.object({ page: pageNumber }))
    .output(z.object({ holdings: z.array(holding), nextPage: z.int().nullable() }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  detail: oc
    .route({ method: 'GET', path: '/me/orders/{id}', summary: 'One of the buyer’s own orders' })
    .input(z.object({ id: z.string().max(64) }))
    .output(order)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND')),
  page: oc
    .route({
      method: 'GET',
      path: '/orders/{externalReference}',
      summary: 'An order, by its unguessable reference',
    })
    .input(byReference)
    .output(orderPage)
    .errors(pickErrors('NOT_FOUND')),
  startPix: oc
    .route({
      method: 'POST',
      path: '/orders/{externalReference}/pix',
      summary: 'The Pix code of a pending order',
    })
    .input(byReference)
    .output(pixCharge)
    .errors(pickErrors('NOT_FOUND', 'ORDER_CLOSED', 'PAYMENT_UNAVAILABLE', 'TOO_MANY_REQUESTS')),
  withdraw: oc
    .route({
      method: 'POST',
      path: '/orders/{externalReference}/withdrawal',
      summary: 'Give an own order back within seven days of paying, while its draws are open',
    })
    .input(byReference)
    .output(z.object({ requested: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'NOT_WITHDRAWABLE')),
};
