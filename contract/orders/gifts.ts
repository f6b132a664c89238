/** Gifts of paid cotas. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { hasLink, MAX_GIFT_COTAS, MAX_GIFT_MESSAGE } from '@mare/domain/orders/gifts/gift-bounds.ts';
import { trimmedText, writtenText } from '../plain-text.ts';
import { rifaStatus } from '../rifas/rifa-detail.ts';
import { pickErrors } from '../errors.ts';

export const givenGift = z.object({
  /** Reference in the claim link. */
  reference: z.string(),
  rifaId: z.uuid(),
  /** Ascending, without returned ones. */
  numbers: z.array(z.int()),
  /** Deprecated: the first of `numbers`, for pages that were open before a gift could hold several. */
  number: z.int(),
  /** Name given by the buyer. */
  recipientName: z.string(),
  isClaimed: z.boolean(),
});
export type GivenGift = z.infer<typeof givenGift>;

export const gift = z.object({
  reference: z.string(),
  rifaId: z.uuid(),
  title: z.string(),
  image: z.string(),
  /** Ascending. */
  numbers: z.array(z.int()),
  /** Deprecated: see `givenGift`. */
  number: z.int(),
  totalNumbers: z.int(),
  drawDate: z.iso.datetime(),
  /** Current state of the rifa. */
  rifaStatus,
  /** First name and last initial. */
  giver: z.string(),
  /** Words of the giver. */
  message: z.string().nullable(),
  recipientName: z.string(),
  state: z.enum(['open', 'claimed', 'over']),
  /** Whether the caller claimed it. */
  isMine: z.boolean(),
});
export type Gift = z.infer<typeof gift>;

const ofOrder = z.object({ externalReference: z.string().min(1).max(64) });
const cotaNumber = z.int().min(1).max(10_000_000);
const byReference = z.object({ reference: z.string().min(1).max(64) });

export const gifts = {
  giveCotas: oc
    .route({
      method: 'POST',
      path: '/orders/{externalReference}/gifts',
      summary: 'Give paid cotas of one rifa while it is on sale',
    })
    .input(
      ofOrder
        .extend({
          rifaId: z.uuid(),
          numbers: z.array(cotaNumber).min(1).max(MAX_GIFT_COTAS).optional(),
          /** Deprecated: see `givenGift`. */
          number: cotaNumber.optional(),
          recipientName: writtenText(60),
          /** Words to the recipient, without links. */
          message: trimmedText(MAX_GIFT_MESSAGE)
            .refine((words) => !hasLink(words))
            .optional(),
          /** Recipient of the link; without it the giver shares the link. */
          email: z.email().max(255).nullable(),
        })
        .refine(({ numbers, number }) => numbers !== undefined || number !== undefined),
    )
    .output(givenGift)
    .errors(
      pickErrors(
        'NOT_AUTHENTICATED',
        'RECENT_PROOF_REQUIRED',
        'NOT_FOUND',
        'GIFT_REJECTED',
        'TOO_MANY_REQUESTS',
      ),
    ),
  givenCotas: oc
    .route({
      method: 'GET',
      path: '/orders/{externalReference}/gifts',
      summary: 'Gifts of an order of the caller',
    })
    .input(ofOrder)
    .output(
      z.object({
        gifts: z.array(givenGift),
        /** Rifas of the order whose cotas can be given now. */
        open: z.array(z.uuid()),
      }),
    )
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND')),
  cancelGift: oc
    .route({ method: 'DELETE', path: '/gifts/{reference}', summary: 'Withdraw an unclaimed gift' })
    .input(byReference)
    .output(z.object({ cancelled: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'GIFT_REJECTED')),
  gift: oc
    .route({ method: 'GET', path: '/gifts/{reference}', summary: 'Read a gift by its unguessable reference' })
    .input(byReference)
    .output(gift)
    .errors(pickErrors('NOT_FOUND')),
  claimGift: oc
    .route({ method: 'POST', path: '/gifts/{reference}/claim', summary: 'Claim a gift' })
    .input(byReference)
    .output(gift)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'GIFT_REJECTED', 'NOT_ELIGIBLE')),
};
