/** State of a ticket that receives the messages of another ticket of the same person. */
import { isSettled, type TicketStatus } from './ticket-state.ts';

export interface MergingTicket {
  status: TicketStatus;
  awaitingAnswer: boolean;
  isAssigned: boolean;
  responseDue: Date;
}

/** Keeps an unanswered message waiting, with the earlier deadline, and reopens a resolved ticket. */
export function mergeTickets(into: MergingTicket, from: MergingTicket): Omit<MergingTicket, 'isAssigned'> {
  const waiting = [into, from].filter(({ awaitingAnswer, status }) => awaitingAnswer && !isSettled(status));
  if (waiting.length === 0)
    return { status: into.status, awaitingAnswer: into.awaitingAnswer, responseDue: into.responseDue };
  return {
    status: isSettled(into.status) ? (into.isAssigned ? 'in_progress' : 'open') : into.status,
    awaitingAnswer: true,
    responseDue: waiting
      .map(({ responseDue }) => responseDue)
      .reduce((one, other) => (one < other ? one : other)),
  };
}
