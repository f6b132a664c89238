import { expect, test } from 'vitest';
import { mergeTickets, type MergingTicket } from './merged-ticket.ts';

const early = new Date('2026-11-16T14:00:00Z');
const late = new Date('2026-11-16T18:00:00Z');
const ticket = (changes: Partial<MergingTicket>): MergingTicket => ({
  status: 'in_progress',
  awaitingAnswer: false,
  isAssigned: true,
  responseDue: late,
  ...changes,
});

test('keeps the earlier deadline of two unanswered messages', () => {
  const merged = mergeTickets(
    ticket({ awaitingAnswer: true }),
    ticket({ awaitingAnswer: true, responseDue: early }),
  );
  expect(merged).toEqual({ status: 'in_progress', awaitingAnswer: true, responseDue: early });
});

test('keeps the deadline of the only unanswered message', () => {
  const merged = mergeTickets(
    ticket({ responseDue: early }),
    ticket({ awaitingAnswer: true, status: 'open' }),
  );
  expect(merged).toEqual({ status: 'in_progress', awaitingAnswer: true, responseDue: late });
});

test('reopens a resolved ticket for an unanswered message', () => {
  const waiting = ticket({ awaitingAnswer: true, status: 'escalated', responseDue: early });
  expect(mergeTickets(ticket({ status: 'resolved' }), waiting).status).toBe('in_progress');
  expect(mergeTickets(ticket({ status: 'resolved', isAssigned: false }), waiting).status).toBe('open');
});

test('keeps a resolved ticket resolved when nothing awaits an answer', () => {
  const closed = ticket({ status: 'closed', awaitingAnswer: true, responseDue: early });
  expect(mergeTickets(ticket({ status: 'resolved' }), closed)).toMatchObject({
    status: 'resolved',
    awaitingAnswer: false,
  });
});
