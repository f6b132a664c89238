import { expect, test } from 'vitest';
import { ticketPreview } from './ticket-preview.ts';

// @covers community 2: /suporte for users: 'Novo ticket', own tickets, preview of 100 characters
// @covers community 9: 50 notifications fetched, 5 in the dropdown, 100 activities, preview of 100 characters
test.each([
  ['Oi', 'Oi'],
  ['a'.repeat(100), 'a'.repeat(100)],
  ['a'.repeat(101), `${'a'.repeat(100)}...`],
  ['🎉'.repeat(101), `${'🎉'.repeat(100)}...`],
])('previews %s', (message, preview) => {
  expect(ticketPreview(message)).toBe(preview);
});
