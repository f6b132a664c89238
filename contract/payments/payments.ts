import { oc } from '@orpc/contract';
import { z } from 'zod';
import { orderGroupParts } from '../orders/group-purchases.ts';
import { orderStatus, refundPreview } from '../orders/orders.ts';
import { plainText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';

export const reviewKind = z.enum([
  'amount_mismatch',
  'amount_changed',
  'regression',
  'payment_void',
  'wrong_receiver',
  'disputed',
  'chargeback_reimbursed',
  'unknown_status',
  'foreign_payment',
  'refund_waiting_funds',
  'refund_refused',
  'refund_unanswered',
  'cash_to_return',
  'charge_unanswered',
  'webhook_dead',
  'provider_fails',
]);
export type ReviewKind = z.infer<typeof reviewKind>;

/** Subject of a review that an admin can resolve. */
export const reviewSubject = z.discriminatedUnion('type', [
  /** The reason to resolve; rejected if another one has been set since. */
  z.object({ type: z.literal('order'), id: z.uuid(), kind: reviewKind }),
  z.object({ type: z.literal('refund'), id: z.uuid() }),
  z.object({ type: z.literal('payment'), id: z.string().regex(/^\d{1,20}$/) }),
  z.object({ type: z.literal('webhook'), id: z.string().regex(/^\d{1,18}$/) }),
]);
export type ReviewSubject = z.infer<typeof reviewSubject>;

export const paymentToReview = z.object({
  kind: reviewKind,
  since: z.iso.datetime(),
  externalReference: z.string().nullable(),
  /** As in the order; null without one. */
  buyerName: z.string().nullable(),
  paymentId: z.string().nullable(),
  amountCentavos: z.int().nullable(),
  /**
   * Whether this is a cash refund before its hand-over that a person requested and can cancel: the buyer keeps the
   * cotas.
   */
  isCancellable: z.boolean(),
  /** Instruction in Portuguese. */
  advice: z.string(),
  /** Null if the entry resolves itself. */
  subject: reviewSubject.nullable(),
});
export type PaymentToReview = z.infer<typeof paymentToReview>;

export const paymentHistory = z.object({
  orderId: z.uuid(),
  externalReference: z.string(),
  status: orderStatus,
  /** The payment is disputed. */
  isDisputed: z.boolean(),
  totalCentavos: z.int(),
  buyer: z.object({ name: z.string(), email: z.string() }),
  /** Amount that can still be refunded, less requested refunds; 0 for an unpaid order. */
  refundableCentavos: z.int(),
  /** Amount that a refund of cotas would return now. */
  returnable: refundPreview,
  /** The refund of cotas on a frozen list that waits for a second person, or for the end of its public wait. */
  sealedRequest: z
    .object({
      title: z.string(),
      requestedAt: z.iso.datetime(),
      isApproved: z.boolean(),
      effectiveAt: z.iso.datetime(),
    })
    .nullable(),
  /** How many of these cotas were gifts that their recipients accepted, by rifa. */
  gifted: z.array(z.object({ rifaId: z.uuid(), quantity: z.int() })),
  /** The group purchase that the order is or was a part of. */
  group: orderGroupParts.nullable(),
  /** Code of the affiliate whose commission a refund reduces. */
  affiliateCode: z.string().nullable(),
  /** Prizes that these cotas have won in a draw. */
  wins: z.array(z.object({ title: z.string(), totalNumbers: z.int(), position: z.int(), number: z.int() })),
  events: z.array(
    z.object({
      at: z.iso.datetime(),
      kind: z.string(),
      source: z.string(),
      /** Name of the person of the team; null for all other sources. */
      by: z.string().nullable(),
      /** Note by an admin, or list of the returned cotas. */
      note: z.string().nullable(),
    }),
  ),
  attempts: z.array(
    z.object({ kind: z.enum(['hosted', 'pix']), state: z.string(), createdAt: z.iso.datetime() }),
  ),
  payments: z.array(
    z.object({
      /** Provider that took it, `cash` for none. */
      provider: z.string(),
      /** `pix` for a payment to a seller by Pix; null if the provider did not say. */
      method: z.string().nullable(),
      paymentId: z.string(),
      state: z.string(),
      detail: z.string().nullable(),
      disposition: z.string(),
      amountCentavos: z.int(),
      refundedCentavos: z.int(),
      seenAt: z.iso.datetime(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.uuid(),
      paymentId: z.string(),
      amountCentavos: z.int(),
      reason: z.string(),
      state: z.string(),
      createdAt: z.iso.datetime(),
      /** Hand-overs of cash, undone ones included; 0 for a refund by the provider. */
      handOvers: z.int(),
      /** The latest hand-over was undone: the cash is owed. */
      isOwedAgain: z.boolean(),
      /** The provider rejected it, and an admin decided that its money is not returned. */
      isNotReturned: z.boolean(),
    }),
  ),
});
export type PaymentHistory = z.infer<typeof paymentHistory>;

const note = plainText(500);

/** Admin API: payment reviews and refunds. */
export const paymentsAdmin = {
  paymentsToReview: oc
    .route({
      method: 'GET',
      path: '/admin/payments-to-review',
      summary: 'List payments to review, oldest first',
    })
    .output(z.array(paymentToReview))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  paymentHistory: oc
    .route({
      method: 'GET',
      path: '/admin/payment-history',
      summary: 'Read an order’s payment history by its reference or a payment’s id',
    })
    .input(z.object({ search: plainText(64) }))
    .output(paymentHistory)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND')),
  resolveReview: oc
    .route({ method: 'POST', path: '/admin/resolved-reviews', summary: 'Resolve a review' })
    .input(
      z.object({
        subject: reviewSubject,
        note: note.min(3),
        /**
         * For a refund that the provider rejected: whether its money was returned by other means, which completes the
         * refund. Without it, such a review is rejected with `VERSION_CONFLICT`.
         */
        moneyReturned: z.boolean().optional(),
      }),
    )
    .output(z.object({ resolved: z.literal(true) }))
    .errors(
      pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND', 'VERSION_CONFLICT', 'REFUND_NOT_RECORDABLE'),
    ),
  reopenRefund: oc
    .route({
      method: 'POST',
      path: '/admin/reopened-refunds',
      summary: 'Review a rejected refund again that was marked as not to be returned',
    })
    .input(z.object({ refundId: z.uuid(), note: note.min(3) }))
    .output(z.object({ reopened: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND', 'REFUND_NOT_RECORDABLE')),
  undoHandOver: oc
    .route({
      method: 'POST',
      path: '/admin/undone-hand-overs',
      summary: 'Undo a cash refund recorded as handed over by mistake: the money is owed again',
    })
    .input(
      z.object({
        refundId: z.uuid(),
        /** Number of hand-overs of this refund that the caller has seen; the latest one is undone. */
        handOvers: z.int().min(1).max(1000),
        note: note.min(3),
      }),
    )
    .output(z.object({ undone: z.literal(true) }))
    .errors(
      pickErrors('NOT_AUTHENTICATED', 'RECENT_PROOF_REQUIRED', 'NOT_ADMIN', 'NOT_FOUND', 'VERSION_CONFLICT'),
    ),
  cancelCashRefund: oc
    .route({
      method: 'POST',
      path: '/admin/cancelled-cash-refunds',
      summary: 'Cancel a cash refund before its hand-over: the buyer keeps the cotas',
    })
    .input(z.object({ refundId: z.uuid(), note: note.min(3) }))
    .output(z.object({ cancelled: z.literal(true) }))
    .errors(
      pickErrors('NOT_AUTHENTICATED', 'RECENT_PROOF_REQUIRED', 'NOT_ADMIN', 'NOT_FOUND', 'CASH_REFUND_FINAL'),
    ),
  previewRefund: oc
    .route({
      method: 'POST',
      path: '/admin/refund-previews',
      summary: 'Compute what returning the cotas of some rifas of an order refunds, without refunding it',
    })
    .input(z.object({ orderId: z.uuid(), rifaIds: z.array(z.uuid()).min(1).max(100) }))
    .output(z.object({ /** 0 if nothing can be returned. */ centavos: z.int() }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND')),
  refundOrder: oc
    .route({
      method: 'POST',
      path: '/admin/refunds',
      summary: 'Refund the cotas of some rifas of an order, or an amount of which the cotas stay',
    })
    .input(
      z.object({
        orderId: z.uuid(),
        /** Less than the remaining amount; null to return cotas. */
        amountCentavos: z.int().min(1).max(1_000_000_000).nullable(),
        /** Rifas whose cotas are returned; absent for all of the order. */
        rifaIds: z.array(z.uuid()).min(1).max(100).optional(),
        /** Idempotency key. */
        requestId: z.uuid(),
        note: note.min(3),
      }),
    )
    .output(z.object({ refundId: z.uuid() }))
    .errors(
      pickErrors(
        'NOT_AUTHENTICATED',
        'RECENT_PROOF_REQUIRED',
        'NOT_ADMIN',
        'NOT_FOUND',
        'ORDER_NOT_PAID',
        'REFUND_TOO_HIGH',
        'NOTHING_TO_RETURN',
        'SECOND_PERSON_REQUIRED',
      ),
    ),
  refundSealed: oc
    .route({
      method: 'POST',
      path: '/admin/sealed-refunds',
      summary: 'Request the refund of cotas that are on a frozen list',
    })
    .input(
      z.object({
        orderId: z.uuid(),
        rifaId: z.uuid(),
        /** Public. */
        note: note.trim().min(3),
      }),
    )
    .output(z.object({ effectiveAt: z.iso.datetime() }))
    .errors(
      pickErrors(
        'NOT_AUTHENTICATED',
        'RECENT_PROOF_REQUIRED',
        'NOT_ADMIN',
        'NOT_FOUND',
        'ORDER_NOT_PAID',
        'NOTHING_TO_RETURN',
        'ALREADY_REQUESTED',
      ),
    ),
};
