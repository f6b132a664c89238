import { expect, test } from 'vitest';
import { type ActedTicket, hasActs, MAX_TICKET_TAGS, mayAct, planActs, type TicketActs } from './macro.ts';

const ticket = (changes: Partial<ActedTicket> = {}): ActedTicket => ({
  status: 'open',
  priority: 'normal',
  category: null,
  assigneeId: null,
  tags: ['pix'],
  ...changes,
});
const answering = { agentId: 'rui', isAnswering: true };
const acting = { agentId: 'rui', isAnswering: false };

test('a resolving answer assigns and resolves the ticket', () => {
  const acts: TicketActs = {
    status: 'resolved',
    priority: 'high',
    category: 'pedido',
    addTags: ['pix', 'demora'],
  };
  expect(planActs(ticket(), acts, answering)).toEqual({
    ok: true,
    after: {
      status: 'resolved',
      priority: 'high',
      category: 'pedido',
      assigneeId: 'rui',
      tags: ['pix', 'demora'],
    },
  });
});

test.each<[string, Partial<ActedTicket>, TicketActs, Partial<ActedTicket>]>([
  ['me', { assigneeId: 'eva' }, { assignee: 'me' }, { assigneeId: 'rui', status: 'in_progress' }],
  ['nobody', { assigneeId: 'eva' }, { assignee: 'nobody' }, { assigneeId: null, status: 'open' }],
  ['one agent', {}, { assignee: 'eva' }, { assigneeId: 'eva', status: 'in_progress' }],
  ['the current agent', { assigneeId: 'eva' }, { assignee: 'eva' }, { status: 'open' }],
  ['a tag less', {}, { removeTags: ['pix', 'outra'] }, { tags: [] }],
  ['the current status', { status: 'resolved' }, { status: 'resolved' }, { status: 'resolved' }],
])('without a message: %s', (_, changes, acts, after) => {
  expect(planActs(ticket(changes), acts, acting)).toMatchObject({ ok: true, after });
});

test('rejects impossible changes with a reason', () => {
  expect(planActs(ticket({ status: 'closed' }), {}, answering)).toMatchObject({ problem: 'CLOSED' });
  expect(planActs(ticket({ status: 'closed' }), { status: 'resolved' }, acting)).toMatchObject({
    problem: 'STATUS',
  });
  const tags = Array.from({ length: MAX_TICKET_TAGS }, (_, at) => `etiqueta ${at}`);
  expect(planActs(ticket({ tags }), { addTags: ['mais uma'] }, acting)).toMatchObject({ problem: 'TAGS' });
});

test('a macro grants no permission', () => {
  expect(mayAct('support', { status: 'resolved', assignee: 'me' })).toBe(true);
  expect(mayAct('seller', { addTags: ['pix'] })).toBe(false);
  expect(mayAct('reader', { addTags: [] })).toBe(true);
  expect([{}, { addTags: [] }, { removeTags: ['pix'] }].map(hasActs)).toEqual([false, false, true]);
});
