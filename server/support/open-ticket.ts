import type { SupportTicket, TicketPriority } from '@mare/contract/support.ts';
import { responseDue } from '@mare/domain/support/response-due.ts';
import { spend } from '../accounts/rate-limits.ts';
import type { Platform } from '../platform/platform.ts';
import { TICKETS_OF_PERSON } from './limits.ts';
import { toTicket } from './support.queries.ts';

interface NewTicket {
  userId: string;
  subject: string;
  message: string;
  priority: TicketPriority;
}

export type OpenTicketOutcome =
  | { ok: true; ticket: SupportTicket }
  | { ok: false; code: 'too_many'; retryAfterSeconds: number };

export async function openTicket(
  { db, clock, random }: Pick<Platform, 'db' | 'clock' | 'random'>,
  ticket: NewTicket,
): Promise<OpenTicketOutcome> {
  const refused = await spend(db, clock, TICKETS_OF_PERSON, ticket.userId);
  if (refused) return { ok: false, code: 'too_many', retryAfterSeconds: refused.retryAfterSeconds ?? 60 };
  const now = clock.now();
  const row = await db
    .insertInto('supportTickets')
    .values({
      ...ticket,
      id: random.uuid(),
      createdAt: now,
      updatedAt: now,
      slaResponseDue: responseDue(now, ticket.priority),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ok: true, ticket: toTicket(row) };
}
