/** The life of a support ticket (spec: community, section 4). */
export type TicketStatus = 'open' | 'in_progress' | 'resolved' | 'closed' | 'escalated';

/** What the desk may make of a ticket: escalation comes by itself when an answer is overdue. */
export type DeskMove = Exclude<TicketStatus, 'escalated'>;

const MOVES: Record<TicketStatus, readonly DeskMove[]> = {
  open: ['in_progress', 'resolved', 'closed'],
  in_progress: ['open', 'resolved', 'closed'],
  escalated: ['in_progress', 'resolved', 'closed'],
  resolved: ['in_progress', 'closed'],
  closed: ['in_progress'],
};

const STATUSES = Object.keys(MOVES) as TicketStatus[];

/** The states from which the desk may move a ticket to `to`: at least one. */
export function ticketMovesTo(to: DeskMove): TicketStatus[] {
  return STATUSES.filter((from) => MOVES[from].includes(to));
}

export function canMoveTicket(from: TicketStatus, to: DeskMove): boolean {
  return MOVES[from].includes(to);
}

/** Resolved and closed tickets carry the moment at which they became so. */
export function isSettled(status: TicketStatus): boolean {
  return status === 'resolved' || status === 'closed';
}

/** After its author wrote again: a resolved ticket comes back to life. Null when it takes no more words. */
export function statusAfterReply(status: TicketStatus, isAssigned: boolean): TicketStatus | null {
  if (status === 'closed') return null;
  if (status === 'resolved') return isAssigned ? 'in_progress' : 'open';
  return status;
}

/** Whether the promise of an answer has been broken (`due` is where `responseDue` put it). */
export function isOverdue(
  ticket: { status: TicketStatus; awaitingAnswer: boolean; due: Date },
  now: Date,
): boolean {
  return ticket.awaitingAnswer && !isSettled(ticket.status) && ticket.due < now;
}
