import { oc } from '@orpc/contract';
import { z } from 'zod';
import { refuses } from './refusals.ts';

export const contactSubject = z.enum(['duvida-rifa', 'problema-pagamento', 'afiliado', 'premio', 'outro']);
export type ContactSubject = z.infer<typeof contactSubject>;

export const ticketPriority = z.enum(['low', 'normal', 'high', 'urgent']);
export type TicketPriority = z.infer<typeof ticketPriority>;

export const ticketStatus = z.enum(['open', 'in_progress', 'resolved', 'closed', 'escalated']);
export type TicketStatus = z.infer<typeof ticketStatus>;

export const supportTicket = z.object({
  id: z.uuid(),
  subject: z.string(),
  message: z.string(),
  priority: ticketPriority,
  status: ticketStatus,
  createdAt: z.iso.datetime(),
  /** When the first answer is due. */
  slaResponseDue: z.iso.datetime(),
});
export type SupportTicket = z.infer<typeof supportTicket>;

const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    // PostgreSQL keeps no NUL in a text.
    .refine((value) => !value.includes('\0'));

export const support = {
  sendMessage: oc
    .route({
      method: 'POST',
      path: '/contact-messages',
      summary: 'Write to the support desk without an account',
    })
    .input(
      z.object({
        name: text(120),
        email: z.email().max(255),
        subject: contactSubject,
        message: text(5000),
      }),
    )
    .output(z.object({ accepted: z.literal(true) }))
    .errors(refuses('TOO_MANY_REQUESTS')),
  openTicket: oc
    .route({ method: 'POST', path: '/support-tickets', summary: 'Open a support ticket' })
    .input(z.object({ subject: text(200), message: text(5000), priority: ticketPriority.default('normal') }))
    .output(supportTicket)
    .errors(refuses('NOT_AUTHENTICATED', 'TOO_MANY_REQUESTS')),
  myTickets: oc
    .route({ method: 'GET', path: '/support-tickets', summary: 'One’s own tickets, newest first' })
    .output(z.array(supportTicket))
    .errors(refuses('NOT_AUTHENTICATED')),
};
