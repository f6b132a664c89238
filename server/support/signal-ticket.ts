/** Tells the open browsers of a ticket's two sides what happens in it. Nothing is stored. */
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/short-name.ts';
import { type AddressedSignal, sendSignals } from '../notifications/live-signals.ts';
import type { Platform } from '../platform/platform.ts';

interface TicketSides {
  ticketId: string;
  /** Null for visitors. */
  authorId: string | null;
}

/** Both sides read the thread again, also the other agents of the desk. */
export function signalTicketChange(
  trx: Kysely<DB> | Transaction<DB>,
  { ticketId, authorId }: TicketSides,
  by: 'author' | 'desk',
): Promise<void> {
  const signal = { kind: 'ticket', ticketId, change: 'changed', by, name: null } as const;
  return sendSignals(trx, [
    { to: { permission: 'answer-tickets', except: null }, signal },
    ...(authorId === null ? [] : [{ to: { userId: authorId }, signal }]),
  ]);
}

/** @returns false if the ticket is unknown, another user's, or takes no replies */
export async function signalAuthorTyping(
  { db }: Pick<Platform, 'db'>,
  ticketId: string,
  userId: string,
): Promise<boolean> {
  const ticket = await findOpenTicket(db, ticketId);
  if (ticket?.userId !== userId) return false;
  const signal = { kind: 'ticket', ticketId, change: 'typing', by: 'author', name: null } as const;
  await sendSignals(db, [{ to: { permission: 'answer-tickets', except: userId }, signal }]);
  return true;
}

/** The author learns that the desk writes; colleagues, who does. @returns false if the ticket takes no answers */
export async function signalDeskTyping(
  { db }: Pick<Platform, 'db'>,
  ticketId: string,
  agentId: string,
): Promise<boolean> {
  const ticket = await findOpenTicket(db, ticketId);
  if (!ticket) return false;
  const agent = await db
    .selectFrom('profiles')
    .select('name')
    .where('id', '=', agentId)
    .executeTakeFirstOrThrow();
  const signal = { kind: 'ticket', ticketId, change: 'typing', by: 'desk' } as const;
  const signals: AddressedSignal[] = [
    {
      to: { permission: 'answer-tickets', except: agentId },
      signal: { ...signal, name: shortName(agent.name, 'Equipe') },
    },
  ];
  if (ticket.userId !== null && ticket.userId !== agentId)
    signals.push({ to: { userId: ticket.userId }, signal: { ...signal, name: null } });
  await sendSignals(db, signals);
  return true;
}

/** Null if the ticket is unknown or closed. */
async function findOpenTicket(db: Kysely<DB>, id: string): Promise<{ userId: string | null } | null> {
  const ticket = await db
    .selectFrom('supportTickets')
    .select(['userId', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  return ticket && ticket.status !== 'closed' ? ticket : null;
}
