/** 'Avise-me': one notice when the sales of an announced rifa begin. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pickErrors } from '../errors.ts';

export const openingNotice = z.object({
  isRequested: z.boolean(),
  /** Channel of the notice besides the site. `mail` needs a confirmed e-mail address. */
  mail: z.boolean(),
  push: z.boolean(),
  whatsApp: z.boolean(),
});
export type OpeningNotice = z.infer<typeof openingNotice>;

const token = z.object({ token: z.string().min(20).max(100) });
const PATH = '/rifas/{id}/opening-notice';

export const openingNotices = {
  readNotice: oc
    .route({ method: 'GET', path: PATH, summary: 'Read whether the caller gets a notice when sales begin' })
    .input(z.object({ id: z.uuid() }))
    .output(openingNotice)
    .errors(pickErrors('NOT_AUTHENTICATED')),
  askNotice: oc
    .route({
      method: 'POST',
      path: PATH,
      summary: 'Ask for a notice when sales begin; without an account, confirmed by a link in a mail',
    })
    .input(
      z.object({
        id: z.uuid(),
        /** Address of a visitor without an account; ignored for signed-in callers. */
        email: z.email().max(255).optional(),
      }),
    )
    .output(z.object({ state: z.enum(['on', 'confirm']) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'TOO_MANY_REQUESTS')),
  endNotice: oc
    .route({ method: 'DELETE', path: PATH, summary: 'Withdraw the request of the caller' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ isRequested: z.literal(false) }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  confirmNotice: oc
    .route({
      method: 'POST',
      path: '/opening-notices/confirmation',
      summary: 'Confirm by the link in the mail',
    })
    .input(token)
    .output(z.object({ rifaId: z.uuid(), title: z.string() }))
    .errors(pickErrors('NOT_FOUND')),
  cancelNotice: oc
    .route({
      method: 'POST',
      path: '/opening-notices/cancellation',
      summary: 'Cancel by the link in the mail',
    })
    .input(token)
    .output(z.object({ isRequested: z.literal(false) })),
};
