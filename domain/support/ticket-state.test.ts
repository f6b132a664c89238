import { expect, test } from 'vitest';
import {
  canMoveTicket,
  type DeskMove,
  isOverdue,
  isSettled,
  statusAfterReply,
  type TicketStatus,
  ticketMovesTo,
} from './ticket-state.ts';

const ALL: TicketStatus[] = ['open', 'in_progress', 'resolved', 'closed', 'escalated'];

const DESK_MOVES = ALL.filter((status): status is DeskMove => status !== 'escalated');

test.each<[TicketStatus, DeskMove[]]>([
  ['open', ['in_progress', 'resolved', 'closed']],
  ['in_progress', ['open', 'resolved', 'closed']],
  ['escalated', ['in_progress', 'resolved', 'closed']],
  ['resolved', ['in_progress', 'closed']],
  ['closed', ['in_progress']],
])('from %s', (from, targets) => {
  expect(DESK_MOVES.filter((to) => canMoveTicket(from, to)).toSorted()).toEqual(targets.toSorted());
  for (const to of DESK_MOVES) expect(ticketMovesTo(to).includes(from)).toBe(targets.includes(to));
});

test('every status can be reached, and only resolved and closed are settled', () => {
  for (const to of DESK_MOVES) expect(ticketMovesTo(to)).not.toEqual([]);
  expect(ALL.filter(isSettled)).toEqual(['resolved', 'closed']);
});

test.each<[TicketStatus, boolean, TicketStatus | null]>([
  ['open', false, 'open'],
  ['in_progress', true, 'in_progress'],
  ['escalated', false, 'escalated'],
  ['resolved', true, 'in_progress'],
  ['resolved', false, 'open'],
  ['closed', true, null],
])('a reply by the author to a ticket that is %s (assigned: %s)', (status, isAssigned, after) => {
  expect(statusAfterReply(status, isAssigned)).toBe(after);
});

test('a ticket is overdue if it is open, awaits an answer and is past due', () => {
  const due = new Date('2026-11-16T13:00:00Z');
  const later = new Date(due.getTime() + 1);
  const ticket = { status: 'open' as TicketStatus, awaitingAnswer: true, responseDue: due };
  expect(isOverdue(ticket, later)).toBe(true);
  expect(isOverdue(ticket, due)).toBe(false);
  expect(isOverdue({ ...ticket, awaitingAnswer: false }, later)).toBe(false);
  expect(isOverdue({ ...ticket, status: 'resolved' }, later)).toBe(false);
});
