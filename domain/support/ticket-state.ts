/** The life of a support ticket (spec: community, section 4). */
export const TICKET_STATUSES = ['open', 'in_progress', 'resolved', 'closed', 'escalated'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** What the desk may make of a ticket: escalation comes by itself when an answer is overdue. */
export type DeskMove = Exclude<TicketStatus, 'escalated'>;

interface TicketState {
  /** What the desk reads, which tells all states apart. Its author reads fewer. */
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

/** The states from which the desk may move a ticket to `to`: at least one. */
export function ticketMovesTo(to: DeskMove): TicketStatus[] {
  return TICKET_STATUSES.filter((from) => canMoveTicket(from, to));
}

export function canMoveTicket(from: TicketStatus, to: DeskMove): boolean {
  return TICKET_STATES[from].moves.includes(to);
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
