import { api } from '../platform/api.ts';
import { openTicket } from './open-ticket.ts';
import { sendMessage } from './send-message.ts';
import { listTicketsOfUser } from './support.queries.ts';

const TICKETS_LISTED = 100;

export const supportRoutes = {
  sendMessage: api.support.sendMessage.handler(async ({ input, context, errors }) => {
    const sent = await sendMessage(context.platform, input, context.address);
    if (!sent.ok) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: sent.retryAfterSeconds } });
    return { accepted: true as const };
  }),

  openTicket: api.support.openTicket.handler(async ({ input, context, errors }) => {
    if (!context.principal) throw errors.NOT_AUTHENTICATED();
    const opened = await openTicket(context.platform, { ...input, userId: context.principal.userId });
    if (!opened.ok) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: opened.retryAfterSeconds } });
    return opened.ticket;
  }),

  myTickets: api.support.myTickets.handler(async ({ context, errors }) => {
    if (!context.principal) throw errors.NOT_AUTHENTICATED();
    return listTicketsOfUser(context.platform.db, context.principal.userId, { limit: TICKETS_LISTED });
  }),
};
