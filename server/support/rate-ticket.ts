import type { SupportTicket } from '@mare/contract/support/support.ts';
import type { Platform } from '../platform/platform.ts';
import { findTicketOfUser, toTicket } from './support.queries.ts';

export type RateTicketOutcome =
  | { ok: true; ticket: SupportTicket }
  | { ok: false; code: 'NOT_FOUND' | 'NOT_SETTLED' };

/**
 * Stores the author's rating (1 to 5) of a resolved or closed ticket. The rating may be changed. `NOT_SETTLED` for a
 * merged ticket, too: its conversation continues in the other one.
 */
export async function rateTicket(
  { db }: Pick<Platform, 'db'>,
  { ticketId, userId, rating }: { ticketId: string; userId: string; rating: number },
): Promise<RateTicketOutcome> {
  const rated = await db
    .updateTable('supportTickets')
    .set({ satisfactionRating: rating })
    .where('id', '=', ticketId)
    .where('userId', '=', userId)
    .where('status', 'in', ['resolved', 'closed'])
    .where('mergedInto', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (rated) return { ok: true, ticket: toTicket(rated) };
  const ticket = await findTicketOfUser(db, ticketId, userId);
  return { ok: false, code: ticket ? 'NOT_SETTLED' : 'NOT_FOUND' };
}
