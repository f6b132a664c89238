import { expect, test } from 'vitest';
import { unsentText } from './unsent-text.ts';

test.each([
  ['Oi', 'Oi', ''],
  ['Oi\n\nMais uma coisa', 'Oi', 'Mais uma coisa'],
  ['Olá, tudo bem?', 'Oi', 'Olá, tudo bem?'],
  ['', 'Oi', ''],
  ['Anotado', '', 'Anotado'],
])('keeps what was typed since, of %j after %j was sent: %j', (typed, sent, kept) => {
  expect(unsentText(typed, sent)).toBe(kept);
});
