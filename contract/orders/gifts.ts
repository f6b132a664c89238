/** Paid cotas that their buyers give away. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { plainText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';

export const givenCota = z.object({
  /** What the claim's link holds. */
  reference: z.string(),
  rifaId: z.uuid(),
  number: z.int(),
  /** As the giver calls them. */
  recipientName: z.string(),
  isClaimed: z.boolean(),
});
export type GivenCota = z.infer<typeof givenCota>;

export const gift = z.object({
  reference: z.string(),
  rifaId: z.uuid(),
  title: z.string(),
  image: z.string(),
  number: z.int(),
  totalNumbers: z.int(),
  drawDate: z.iso.datetime(),
  /** First name and last initial. */
  giver: z.string(),
  recipientName: z.string(),
  state: z.enum(['open', 'claimed', 'over']),
  /** Whether the caller is the one who claimed it. */
  isMine: z.boolean(),
});
export type Gift = z.infer<typeof gift>;

const ofOrder = z.object({ externalReference: z.string().min(1).max(64) });
const byReference = z.object({ reference: z.string().min(1).max(64) });

export const gifts = {
  giveCota: oc
    .route({
      method: 'POST',
      path: '/orders/{externalReference}/gifts',
      summary: 'Give a paid cota away, while its rifa sells',
    })
    .input(
      ofOrder.extend({
        rifaId: z.uuid(),
        number: z.int().min(1).max(10_000_000),
        recipientName: plainText(60).trim().min(1),
        /** Where the link is sent; without it the giver passes it on. */
        email: z.email().max(255).nullable(),
      }),
    )
    .output(givenCota)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'GIFT_REFUSED', 'TOO_MANY_REQUESTS')),
  givenCotas: oc
    .route({
      method: 'GET',
      path: '/orders/{externalReference}/gifts',
      summary: 'Cotas of an own order that were given away',
    })
    .input(ofOrder)
    .output(
      z.object({
        gifts: z.array(givenCota),
        /** Rifas of the order that let cotas be given away now. */
        open: z.array(z.uuid()),
      }),
    )
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND')),
  cancelGift: oc
    .route({ method: 'DELETE', path: '/gifts/{reference}', summary: 'Take an own gift back, unclaimed' })
    .input(byReference)
    .output(z.object({ cancelled: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'GIFT_REFUSED')),
  gift: oc
    .route({ method: 'GET', path: '/gifts/{reference}', summary: 'A gift, by its unguessable reference' })
    .input(byReference)
    .output(gift)
    .errors(pickErrors('NOT_FOUND')),
  claimGift: oc
    .route({ method: 'POST', path: '/gifts/{reference}/claim', summary: 'Claim a gift' })
    .input(byReference)
    .output(gift)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'GIFT_REFUSED', 'NOT_ELIGIBLE')),
};
