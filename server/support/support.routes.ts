import { api, limitRate, requireUser } from '../platform/http/api.ts';
import { once } from '../platform/http/idempotency/once.ts';
import { attachToTicket } from './files/attach-to-ticket.ts';
import { readTicketFile } from './files/ticket-files.ts';
import { TYPING_PER_USER } from './limits.ts';
import { markReadByAuthor } from './mark-read.ts';
import { openTicket } from './open-ticket.ts';
import { rateTicket } from './rate-ticket.ts';
import { readThread, replyToTicket } from './reply-to-ticket.ts';
import { sendContactMessage } from './send-contact-message.ts';
import { signalAuthorTyping } from './signal-ticket.ts';
import { findTicketOfUser, listTicketsOfUser } from './support.queries.ts';

const TICKETS_LISTED = 100;

const { support } = api;

export const supportRoutes = {
  sendMessage: support.sendMessage.use(once).handler(async ({ input, context, errors }) => {
    const sent = await sendContactMessage(context.platform, input, context.ipAddress);
    if (!sent.ok) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: sent.retryAfterSeconds } });
    return { accepted: true as const };
  }),

  openTicket: support.openTicket
    .use(requireUser)
    .use(once)
    .handler(async ({ input, context, errors }) => {
      const ticket = { ...input, userId: context.principal.userId };
      const opened = await openTicket(context.platform, ticket, context.ipAddress);
      if (!opened.ok) {
        if (opened.code === 'ORDER_UNKNOWN') throw errors.NOT_FOUND();
        throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: opened.retryAfterSeconds } });
      }
      return opened.ticket;
    }),

  myTickets: support.myTickets.use(requireUser).handler(async ({ context }) => {
    return listTicketsOfUser(context.platform.db, context.principal.userId, { limit: TICKETS_LISTED });
  }),

  thread: support.thread.use(requireUser).handler(async ({ input, context, errors }) => {
    const thread = await readThread(context.platform, input.id, context.principal.userId);
    if (!thread) throw errors.NOT_FOUND();
    return thread;
  }),

  reply: support.reply
    .use(requireUser)
    .use(once)
    .handler(async ({ input, context, errors }) => {
      const { userId } = context.principal;
      const reply = { ticketId: input.id, userId, message: input.message };
      const replied = await replyToTicket(context.platform, reply, context.ipAddress);
      if (!replied.ok) {
        if (replied.code === 'TOO_MANY')
          throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: replied.retryAfterSeconds } });
        throw replied.code === 'CLOSED' ? errors.TICKET_CLOSED() : errors.NOT_FOUND();
      }
      const thread = await readThread(context.platform, input.id, userId);
      if (!thread) throw errors.NOT_FOUND();
      return thread;
    }),

  attach: support.attach
    .use(requireUser)
    .use(once)
    .handler(async ({ input, context, errors }) => {
      const { userId } = context.principal;
      const bytes = new Uint8Array(await input.file.arrayBuffer());
      const upload = { ticketId: input.id, userId, name: input.file.name, bytes };
      const sent = await attachToTicket(context.platform, upload, context.ipAddress);
      if (!sent.ok) {
        if (sent.code === 'TOO_MANY')
          throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: sent.retryAfterSeconds } });
        throw sent.code === 'CLOSED' ? errors.TICKET_CLOSED() : errors[sent.code]();
      }
      const thread = await readThread(context.platform, input.id, userId);
      if (!thread) throw errors.NOT_FOUND();
      return thread;
    }),

  file: support.file.use(requireUser).handler(async ({ input, context, errors }) => {
    const { db } = context.platform;
    const ticket = await findTicketOfUser(db, input.id, context.principal.userId);
    // The messages of a merged ticket are in the other one.
    const file = ticket && (await readTicketFile(db, ticket.mergedInto ?? ticket.id, input.replyId));
    if (!file) throw errors.NOT_FOUND();
    return file;
  }),

  markRead: support.markRead.use(requireUser).handler(async ({ input, context, errors }) => {
    if (!(await markReadByAuthor(context.platform, input.id, context.principal.userId)))
      throw errors.NOT_FOUND();
    return { done: true as const };
  }),

  typing: support.typing.use(requireUser).handler(async ({ input, context, errors }) => {
    const { userId } = context.principal;
    limitRate(context, errors, TYPING_PER_USER, userId);
    if (!(await signalAuthorTyping(context.platform, input.id, userId))) throw errors.NOT_FOUND();
    return { done: true as const };
  }),

  rate: support.rate.use(requireUser).handler(async ({ input, context, errors }) => {
    const { userId } = context.principal;
    const rated = await rateTicket(context.platform, { ticketId: input.id, userId, rating: input.rating });
    if (rated.ok) return rated.ticket;
    throw rated.code === 'NOT_FOUND' ? errors.NOT_FOUND() : errors.TICKET_CHANGED();
  }),
};
