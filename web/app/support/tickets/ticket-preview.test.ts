import { expect, test } from 'vitest';
import { ticketPreview } from './ticket-preview.ts';

test.each([
  ['Oi', 'Oi'],
  ['a'.repeat(100), 'a'.repeat(100)],
  ['a'.repeat(101), `${'a'.repeat(100)}...`],
  ['🎉'.repeat(101), `${'🎉'.repeat(100)}...`],
])('previews %s', (message, preview) => {
  expect(ticketPreview(message)).toBe(preview);
});
