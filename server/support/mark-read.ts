import type { Platform } from '../platform/platform.ts';
import { signalTicketChange } from './signal-ticket.ts';

type Deps = Pick<Platform, 'db' | 'clock'>;

/** @returns false if the ticket is unknown or another user's */
export async function markReadByAuthor(
  { db, clock }: Deps,
  ticketId: string,
  userId: string,
): Promise<boolean> {
  const read = await db
    .updateTable('supportTickets')
    .set({ authorReadAt: clock.now() })
    .where('id', '=', ticketId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (read.numUpdatedRows === 0n) return false;
  await signalTicketChange(db, { ticketId, authorId: userId }, 'author');
  return true;
}

/** @returns false if the ticket is unknown */
export async function markReadByDesk({ db, clock }: Deps, ticketId: string): Promise<boolean> {
  const read = await db
    .updateTable('supportTickets')
    .set({ deskReadAt: clock.now() })
    .where('id', '=', ticketId)
    .returning('userId')
    .executeTakeFirst();
  if (!read) return false;
  await signalTicketChange(db, { ticketId, authorId: read.userId }, 'desk');
  return true;
}
