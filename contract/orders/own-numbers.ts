/** 'Meus números' without a password: a one-time code opens the orders of its recipient for 30 minutes. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pageNumber } from '../list-page.ts';
import { holding, order } from './orders.ts';
import { writtenText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { storedInstant } from '../stored-dates.ts';

export const lookedUpOrder = order.extend({
  /** First name and last initial: a phone may belong to several people. */
  buyerName: z.string(),
});
export type LookedUpOrder = z.infer<typeof lookedUpOrder>;

export const ownNumbers = {
  sendLookupCode: oc
    .route({
      method: 'POST',
      path: '/own-numbers/codes',
      summary: 'Send a one-time code to the e-mail or mobile phone of a buyer',
    })
    .input(z.object({ contact: writtenText(255) }))
    /** Known and unknown contacts get the same response. */
    .output(z.object({ lookupId: z.uuid() }))
    .errors(pickErrors('INVALID_CONTACT', 'TOO_MANY_REQUESTS')),
  openLookup: oc
    .route({ method: 'POST', path: '/own-numbers/session', summary: 'Open a lookup session with the code' })
    .input(z.object({ lookupId: z.uuid(), code: writtenText(12) }))
    .output(z.object({ open: z.literal(true) }))
    .errors(pickErrors('CODE_INVALID', 'TOO_MANY_REQUESTS')),
  lookedUpCotas: oc
    .route({
      method: 'GET',
      path: '/own-numbers/cotas',
      summary: 'Paid cotas of the lookup session, by rifa; null without one',
    })
    .input(z.object({ page: pageNumber }))
    .output(z.object({ holdings: z.array(holding).nullable(), nextPage: z.int().nullable() })),
  lookedUpOrders: oc
    .route({
      method: 'GET',
      path: '/own-numbers/orders',
      summary: 'Orders of the lookup session, newest first; empty without one',
    })
    .input(
      z.object({
        /** `createdAt` of the last order of the previous page. */
        before: storedInstant.optional(),
      }),
    )
    .output(z.object({ orders: z.array(lookedUpOrder), next: z.iso.datetime().nullable() })),
  closeLookup: oc
    .route({ method: 'DELETE', path: '/own-numbers/session', summary: 'Close the lookup session' })
    .output(z.object({ closed: z.literal(true) })),
};
