import { oc } from '@orpc/contract';
import { z } from 'zod';
import { winner } from './draws.ts';

/** Names are a first name and a last initial. */
export const ranking = {
  lists: oc
    .route({ method: 'GET', path: '/ranking', summary: 'The three lists of the ranking, ten each' })
    .output(
      z.object({
        points: z.array(z.object({ name: z.string(), points: z.int() })),
        referrers: z.array(z.object({ name: z.string(), referrals: z.int() })),
        winners: z.array(winner),
      }),
    ),
};
