/** Proofs that cotas are on the frozen list of their rifa. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pageNumber } from '../list-page.ts';
import { pickErrors } from '../errors.ts';

export const cotaProof = z.object({
  number: z.int(),
  /** 1-based position on the list. */
  place: z.int(),
  /** Line of the list; a leaf of the Merkle tree. */
  line: z.string(),
  /** Inclusion path from leaf to root: sibling hashes in hexadecimal digits, with their sides. */
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string() })),
});

export const rifaProofs = z.object({
  rifaId: z.uuid(),
  title: z.string(),
  totalNumbers: z.int(),
  status: z.string(),
  /** Null until the list is frozen. */
  list: z.object({ hash: z.string(), root: z.string(), frozenAt: z.iso.datetime() }).nullable(),
  seal: z.object({ hash: z.string(), extraction: z.int(), extractionDate: z.string() }).nullable(),
  /** The buyer's tag on the list, and the opening that proves ownership of it. */
  tag: z.string().nullable(),
  opening: z.string().nullable(),
  /** The same of accounts merged into the buyer's after the freeze, where they hold some of these cotas. */
  formerTags: z.array(z.object({ tag: z.string(), opening: z.string() })),
  /** Total cotas of this rifa in the order. */
  count: z.int(),
  cotas: z.array(cotaProof),
  /** Numbers of the order that are not on the list. */
  missing: z.array(z.int()),
});
export type RifaProofs = z.infer<typeof rifaProofs>;

export const orderProofs = z.object({
  buyerName: z.string(),
  /** False once the cotas were refunded and take part in no draw. */
  isPaid: z.boolean(),
  /** The order is no longer paid, and its money is still on its way back. */
  isRefundUnderWay: z.boolean(),
  /** The payment is disputed: lists frozen until the bank's decision exclude the cotas. */
  isDisputed: z.boolean(),
  /** Cash of the refund that is still to be handed over. */
  cashOwedCentavos: z.int(),
  pages: z.int(),
  rifas: z.array(rifaProofs),
});
export type OrderProofs = z.infer<typeof orderProofs>;

export const proofsContract = {
  proofs: oc
    .route({
      method: 'GET',
      path: '/orders/{externalReference}/proofs',
      summary: 'Prove that the cotas of an order are on the frozen lists',
    })
    .input(
      z.object({
        externalReference: z.string().min(1).max(64),
        /** 1-based; 50 cotas of each rifa. */
        page: pageNumber,
      }),
    )
    .output(orderProofs)
    .errors(pickErrors('NOT_FOUND', 'TOO_MANY_REQUESTS')),
  giftProof: oc
    .route({
      method: 'GET',
      path: '/gifts/{reference}/proof',
      summary: 'Prove that the cotas of a received gift are on the frozen list',
    })
    .input(z.object({ reference: z.string().min(1).max(64) }))
    .output(
      z.object({
        /** First name and last initial. */
        giver: z.string(),
        /** The version of the rule that draws the rifa. */
        drawRule: z.string(),
        /** Ascending. */
        numbers: z.array(z.int()),
        rifa: rifaProofs,
      }),
    )
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'TOO_MANY_REQUESTS')),
};
