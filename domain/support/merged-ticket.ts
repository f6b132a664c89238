/** State of a ticket that receives the messages of another ticket of the same person. */
import { isSettled, type TicketStatus } from './ticket-state.ts';

export interface MergingTicket {
  status: TicketStatus;
  awaitingAnswer: boolean;
  isAssigned: boolean;
  /** From `responseDue`. */
  due: Date;
}

/** Keeps an unanswered message waiting, with the earlier deadline, and reopens a resolved ticket. */
export function mergeTickets(into: MergingTicket, from: MergingTicket): Omit<MergingTicket, 'isAssigned'> {
  const waiting = [into, from].filter(({ awaitingAnswer, status }) => awaitingAnswer && !isSettled(status));
  if (waiting.length === 0)
    return { status: into.status, awaitingAnswer: into.awaitingAnswer, due: into.due };
  return {
    status: isSettled(into.status) ? (into.isAssigned ? 'in_progress' : 'open') : into.status,
    awaitingAnswer: true,
    due: waiting.map(({ due }) => due).reduce((one, other) => (one < other ? one : other)),
  };
}
