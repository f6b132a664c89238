import { expect, test } from 'vitest';
import { authorStatuses, deskStatuses } from './ticket-labels.ts';

// @covers community 2: ticket statuses 'Aberto', 'Em Andamento', 'Resolvido'
//   [web/app/support/tickets/ticket-labels.ts]
test.each([
  ['open', 'Aberto', 'Aberto'],
  ['in_progress', 'Em Andamento', 'Em Andamento'],
  ['escalated', 'Em Andamento', 'Escalado'],
  ['resolved', 'Resolvido', 'Resolvido'],
  ['closed', 'Resolvido', 'Encerrado'],
] as const)('%s is %s to its author and %s to the desk', (status, author, desk) => {
  expect(authorStatuses[status].label).toBe(author);
  expect(deskStatuses[status].label).toBe(desk);
});
