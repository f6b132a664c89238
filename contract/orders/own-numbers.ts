/** 'Meus números' without a password: a one-time code opens the orders of whoever receives it, for half an hour. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pageNumber } from '../list-page.ts';
import { holding, order } from './orders.ts';
import { plainText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';

export const lookedUpOrder = order.extend({
  /** First name and last initial: one phone may be of several people. */
  buyerName: z.string(),
});
export type LookedUpOrder = z.infer<typeof lookedUpOrder>;

export const ownNumbers = {
  sendLookupCode: oc
    .route({
      method: 'POST',
      path: '/own-numbers/codes',
      summary: 'Send a one-time code to an e-mail or mobile phone that a buyer has given',
    })
    .input(z.object({ contact: plainText(255).trim().min(1) }))
    /** The same whether anybody has that contact or not. */
    .output(z.object({ lookupId: z.uuid() }))
    .errors(pickErrors('INVALID_CONTACT', 'TOO_MANY_REQUESTS')),
  openLookup: oc
    .route({ method: 'POST', path: '/own-numbers/session', summary: 'Open the numbers with the code' })
    .input(z.object({ lookupId: z.uuid(), code: plainText(12).trim().min(1) }))
    .output(z.object({ open: z.literal(true) }))
    .errors(pickErrors('CODE_INVALID', 'TOO_MANY_REQUESTS')),
  lookedUpCotas: oc
    .route({
      method: 'GET',
      path: '/own-numbers/cotas',
      summary: 'Paid cotas of whoever opened them, by rifa; null when nobody did',
    })
    .input(z.object({ page: pageNumber }))
    .output(z.object({ holdings: z.array(holding).nullable(), nextPage: z.int().nullable() })),
  lookedUpOrders: oc
    .route({
      method: 'GET',
      path: '/own-numbers/orders',
      summary: 'Orders of whoever opened them, newest first; none when nobody did',
    })
    .input(
      z.object({
        /** Continues after the page that ended with this order's `createdAt`. */
        before: z.iso.datetime().optional(),
      }),
    )
    .output(z.object({ orders: z.array(lookedUpOrder), next: z.iso.datetime().nullable() })),
  closeLookup: oc
    .route({ method: 'DELETE', path: '/own-numbers/session', summary: 'Close the numbers again' })
    .output(z.object({ closed: z.literal(true) })),
};
