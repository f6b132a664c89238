import { expect, test } from 'vitest';
import { orderOfTurn, ticketCategory } from './ticket-category.ts';

test.each([
  [{ contactSubject: 'premio', orderId: null }, 'premio'],
  [{ contactSubject: null, orderId: 'x' }, 'pedido'],
  [{ contactSubject: null, orderId: null }, 'conta'],
  [{ contactSubject: 'de antes', orderId: null }, 'conta'],
])('puts a ticket with %o into the category %s', (ticket, category) => {
  expect(ticketCategory(ticket)).toBe(category);
});

test('offers a ticket to the agent of its category, then the one idle longest', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 16, 13, minute));
  const present = [
    { id: 'a', lastAssignedAt: at(5) },
    { id: 'b', lastAssignedAt: null },
    { id: 'c', lastAssignedAt: at(1) },
    { id: 'd', lastAssignedAt: at(1) },
  ];
  const order = (preferred: string | null) => orderOfTurn(present, preferred).map(({ id }) => id);
  expect(order(null)).toEqual(['b', 'c', 'd', 'a']);
  expect(order('a')).toEqual(['a', 'b', 'c', 'd']);
  expect(order('absent')).toEqual(['b', 'c', 'd', 'a']);
});
