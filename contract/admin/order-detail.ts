/** Order page of the panel: its data and actions. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { TAG_COLOURS } from '@mare/domain/admin/bulk-actions.ts';
import { MESSAGE_STATES } from '@mare/domain/notifications/outbox.ts';
import { orderGroupParts } from '../orders/group-purchases.ts';
import { orderDiscounts, orderStatus } from '../orders/orders.ts';
import { trimmedText, writtenText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { withIdempotencyKey } from '../with-idempotency-key.ts';
import { orderChannel, orderTag } from './orders-admin.ts';
import { tagName } from './tag-name.ts';

/** Recipient of an order's messages. */
export const orderContact = z.object({ email: z.string().nullable(), phone: z.string().nullable() });

export const orderDetail = z.object({
  id: z.uuid(),
  externalReference: z.string(),
  status: orderStatus,
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  holdExpiresAt: z.iso.datetime(),
  totalCentavos: z.int(),
  returnedCentavos: z.int(),
  /** Amount that a lost dispute returned to the payer. */
  chargedBackCentavos: z.int(),
  /** The payment is disputed. */
  isDisputed: z.boolean(),
  /** Cash of a refunded order that is owed to the buyer again. */
  cashOwedCentavos: z.int(),
  needsReview: z.boolean(),
  channel: orderChannel,
  coupon: z.string().nullable(),
  discounts: orderDiscounts,
  affiliateCode: z.string().nullable(),
  /** The account, with the e-mail that it states if it has none. */
  buyer: z.object({
    id: z.uuid(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  /** Name at the purchase. Immutable, because receipts prove it. */
  statedName: z.string().nullable(),
  contact: orderContact,
  tags: z.array(orderTag),
  lines: z.array(
    z.object({
      lineNo: z.int(),
      rifaId: z.uuid(),
      title: z.string(),
      quantity: z.int(),
      bonusQuantity: z.int(),
      unitPriceCentavos: z.int(),
      totalCentavos: z.int(),
      totalNumbers: z.int(),
      /** Ascending; the first 500. */
      numbers: z.array(z.int()).max(500),
      /** Number of cotas that the draw's list excludes, and the reasons. */
      leftOut: z.object({ cotas: z.int(), reason: z.enum(['dispute', 'refund']) }).nullable(),
    }),
  ),
  /** Oldest first. Null for callers who may not see money. */
  ledger: z
    .array(
      z.object({
        id: z.int(),
        at: z.iso.datetime(),
        /** Of the posting, e.g. `in` or `settle`. */
        kind: z.string(),
        /** Account; that of a rifa's sales by its title. */
        account: z.string(),
        rifaTitle: z.string().nullable(),
        /** Positive is a debit. */
        centavos: z.int(),
      }),
    )
    .nullable(),
  /** Messages of the provider about its payments, newest first. Null for callers who may not see money. */
  webhooks: z
    .array(
      z.object({
        id: z.int(),
        receivedAt: z.iso.datetime(),
        topic: z.string(),
        hits: z.int(),
        status: z.string(),
        error: z.string().nullable(),
      }),
    )
    .nullable(),
  /** Events of the order, oldest first, without amounts and notes. */
  timeline: z.array(z.object({ id: z.string(), kind: z.string(), at: z.iso.datetime() })),
  /** Oldest first. */
  mails: z.array(
    z.object({
      key: z.string(),
      kind: z.string(),
      state: z.enum(MESSAGE_STATES),
      /** Masked. */
      recipient: z.string(),
      at: z.iso.datetime(),
    }),
  ),
  /** The group purchase that the order is or was a part of. */
  group: orderGroupParts.nullable(),
  gifts: z.array(
    z.object({
      id: z.uuid(),
      rifaTitle: z.string(),
      number: z.int(),
      totalNumbers: z.int(),
      recipientName: z.string(),
      state: z.enum(['waiting', 'claimed', 'cancelled']),
      createdAt: z.iso.datetime(),
    }),
  ),
  prizes: z.array(
    z.object({
      rifaTitle: z.string(),
      name: z.string(),
      number: z.int().nullable(),
      totalNumbers: z.int(),
      /** `on_hold`: the payment went back or is disputed. `void`: the cota premiada was lost with its payment. */
      state: z.enum(['won', 'on_hold', 'delivered', 'expired', 'void']),
      at: z.iso.datetime(),
    }),
  ),
  /** The buyer's latest ten. */
  tickets: z.array(
    z.object({ id: z.uuid(), subject: z.string(), status: z.string(), createdAt: z.iso.datetime() }),
  ),
  /** Oldest first. */
  notes: z.array(
    z.object({
      id: z.int(),
      note: z.string(),
      authorName: z.string().nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
});
export type OrderDetail = z.infer<typeof orderDetail>;

const byId = z.object({ id: z.uuid() });
const staffOnOrder = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND');
const done = z.object({ done: z.literal(true) });

export const orderDetailAdmin = {
  find: oc
    .route({ method: 'GET', path: '/admin/orders/{id}', summary: 'Read an order with everything about it' })
    .input(byId)
    .output(orderDetail)
    .errors(staffOnOrder),
  addNote: withIdempotencyKey
    .route({ method: 'POST', path: '/admin/orders/{id}/notes', summary: 'Add a note to an order' })
    .input(byId.extend({ note: writtenText(2000) }))
    .output(done)
    .errors(staffOnOrder),
  tag: oc
    .route({ method: 'PUT', path: '/admin/orders/{id}/tags', summary: 'Add a tag to an order, or remove it' })
    .input(
      byId.extend({
        tag: tagName,
        /** Colour of a new tag. */
        colour: z.enum(TAG_COLOURS).default('sea'),
        tagged: z.boolean(),
      }),
    )
    .output(done)
    .errors(staffOnOrder),
  resendReceipt: oc
    .route({
      method: 'POST',
      path: '/admin/orders/{id}/receipts',
      summary: 'Mail the receipt of a paid order again, to its contact',
    })
    .input(byId.extend({ /** Idempotency key. */ requestId: z.uuid() }))
    .output(done)
    .errors({
      ...staffOnOrder,
      ...pickErrors('RECEIPT_UNAVAILABLE', 'TOO_MANY_REQUESTS'),
    }),
  correctContact: oc
    .route({
      method: 'POST',
      path: '/admin/orders/{id}/contact',
      summary: 'Correct where an order’s messages go; both addresses are notified',
    })
    .input(
      byId.extend({
        /** Contact as the caller read it, for optimistic locking. */
        before: orderContact,
        email: z.email().max(254),
        /** Digits with area code. */
        phone: z
          .string()
          .regex(/^\d{10,13}$/)
          .nullable(),
        reason: trimmedText(500).min(3),
      }),
    )
    .output(done)
    .errors({ ...staffOnOrder, ...pickErrors('RECENT_PROOF_REQUIRED', 'VERSION_CONFLICT') }),
};
