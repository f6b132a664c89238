/** The personal link of a buyer to a rifa. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pickErrors } from '../errors.ts';

export const shareLink = z.object({
  /** Absolute and short; without personal data. */
  url: z.url(),
  /** Counted once per browser and day, without crawlers and chat previews. */
  visits: z.int(),
  /** Paid orders of other buyers who followed the link. */
  paidOrders: z.int(),
});
export type ShareLink = z.infer<typeof shareLink>;

export const shareLinks = {
  shareLink: oc
    .route({
      method: 'PUT',
      path: '/rifas/{id}/share-link',
      summary: 'The caller’s personal link to a rifa, always the same, and what came of it',
    })
    .input(z.object({ id: z.uuid() }))
    .output(shareLink)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'TOO_MANY_REQUESTS')),
};
