import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pickErrors } from '../errors.ts';

export const campaigns = {
  subscribe: oc
    .route({
      method: 'POST',
      path: '/newsletter',
      summary: 'Subscribe to the newsletter, confirmed by a link in a mail',
    })
    .input(z.object({ email: z.email().max(255) }))
    .output(z.object({ accepted: z.literal(true) }))
    .errors(pickErrors('TOO_MANY_REQUESTS', 'FEATURE_CLOSED')),
  confirm: oc
    .route({ method: 'POST', path: '/newsletter/confirmation', summary: 'Confirm a newsletter subscription' })
    .input(z.object({ token: z.string().min(20).max(100) }))
    .output(z.object({ email: z.string() }))
    .errors(pickErrors('NOT_FOUND')),
};
