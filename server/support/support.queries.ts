import type { SupportTicket } from '@mare/contract/support.ts';
import type { Database } from '@mare/database/connect.ts';
import type { SupportTickets } from '@mare/database/schema.ts';
import type { Selectable } from 'kysely';

/** A person's own tickets, newest first. */
export async function listTicketsOfUser(
  db: Database,
  userId: string,
  { limit }: { limit: number },
): Promise<SupportTicket[]> {
  const rows = await db
    .selectFrom('supportTickets')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toTicket);
}

export function toTicket(row: Selectable<SupportTickets>): SupportTicket {
  return {
    id: row.id,
    subject: row.subject,
    message: row.message,
    priority: row.priority as SupportTicket['priority'],
    status: row.status as SupportTicket['status'],
    createdAt: row.createdAt.toISOString(),
    slaResponseDue: row.slaResponseDue.toISOString(),
  };
}
