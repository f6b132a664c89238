/** Sends live signals about a ticket to the open browsers of its author and the desk. Nothing is stored. */
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import { type AddressedSignal, sendSignals } from '../notifications/live-signals.ts';
import type { Platform } from '../platform/platform.ts';

interface TicketSides {
  ticketId: string;
  /** Null for visitors. */
  authorId: string | null;
}

/** Author and agents read the thread again. */
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

/**
 * Signals typing to the desk; a closed ticket receives none.
 * @returns false if the ticket is unknown or another user's
 */
export async function signalAuthorTyping(
  { db }: Pick<Platform, 'db'>,
  ticketId: string,
  userId: string,
): Promise<boolean> {
  const ticket = await findTicketToSignal(db, ticketId);
  if (ticket?.userId !== userId) return false;
  if (ticket.isClosed) return true;
  const signal = {
    kind: 'ticket',
    ticketId: ticket.id,
    change: 'typing',
    by: 'author',
    name: null,
  } as const;
  await sendSignals(db, [{ to: { permission: 'answer-tickets', except: userId }, signal }]);
  return true;
}

/** Signals typing: the author sees that the desk types, agents see who. @returns false if the ticket is unknown */
export async function signalDeskTyping(
  { db }: Pick<Platform, 'db'>,
  ticketId: string,
  agentId: string,
): Promise<boolean> {
  const ticket = await findTicketToSignal(db, ticketId);
  if (!ticket) return false;
  if (ticket.isClosed) return true;
  const agent = await db
    .selectFrom('profiles')
    .select('name')
    .where('id', '=', agentId)
    .executeTakeFirstOrThrow();
  const signal = { kind: 'ticket', ticketId: ticket.id, change: 'typing', by: 'desk' } as const;
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

/** The ticket, or the one that it was merged into: a tab may still show the first. */
async function findTicketToSignal(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('supportTickets as asked')
    .innerJoin('supportTickets as ticket', (join) =>
      join.on('ticket.id', '=', (eb) => eb.fn.coalesce('asked.mergedInto', 'asked.id')),
    )
    .select((eb) => ['ticket.id', 'ticket.userId', eb('ticket.status', '=', 'closed').as('isClosed')])
    .where('asked.id', '=', id)
    .executeTakeFirst();
}
