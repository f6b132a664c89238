/** States of a support ticket (spec: community, section 4). */
export const TICKET_STATUSES = ['open', 'in_progress', 'resolved', 'closed', 'escalated'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** Statuses that an agent may set. Only the escalation job escalates. */
export type DeskMove = Exclude<TicketStatus, 'escalated'>;

interface TicketState {
  /** Shown to agents. The author sees fewer states. */
  label: string;
  moves: readonly DeskMove[];
}

export const TICKET_STATES: Readonly<Record<TicketStatus, TicketState>> = {
  open: { label: 'Aberto', moves: ['in_progress', 'resolved', 'closed'] },
  in_progress: { label: 'Em Andamento', moves: ['open', 'resolved', 'closed'] },
  escalated: { label: 'Escalado', moves: ['in_progress', 'resolved', 'closed'] },
  resolved: { label: 'Resolvido', moves: ['in_progress', 'closed'] },
  closed: { label: 'Encerrado', moves: ['in_progress'] },
};

/** The states from which an agent may move a ticket to `to`. */
export function ticketMovesTo(to: DeskMove): TicketStatus[] {
  return TICKET_STATUSES.filter((from) => canMoveTicket(from, to));
}

export function canMoveTicket(from: TicketStatus, to: DeskMove): boolean {
  return TICKET_STATES[from].moves.includes(to);
}

/** Resolved or closed; such tickets have `resolved_at`. */
export function isSettled(status: TicketStatus): boolean {
  return status === 'resolved' || status === 'closed';
}

/** Settled tickets are counted up to this number, because they only ever grow. */
export const SETTLED_COUNTED = 1000;

/** Status after a reply by the author, which reopens a resolved ticket. Null if the ticket is closed. */
export function statusAfterReply(status: TicketStatus, isAssigned: boolean): TicketStatus | null {
  if (status === 'closed') return null;
  if (status === 'resolved') return isAssigned ? 'in_progress' : 'open';
  return status;
}

export function isOverdue(
  ticket: { status: TicketStatus; awaitingAnswer: boolean; responseDue: Date },
  now: Date,
): boolean {
  return ticket.awaitingAnswer && !isSettled(ticket.status) && ticket.responseDue < now;
}
