import { expect, test } from 'vitest';
import { truncate, withoutEmoji } from './draw-picture.ts';

test.each([
  ['🎉 Honda Biz 🏍️ zero km 🎉', 'Honda Biz zero km'],
  ['Família 👨‍👩‍👧 e São João 🇧🇷👍🏽', 'Família e São João'],
  ['Açaí® a R$ 0,50 — nº 1, 100% *real* #1', 'Açaí® a R$ 0,50 — nº 1, 100% *real* #1'],
])('leaves out emoji of %s', (words, drawn) => {
  expect(withoutEmoji(words)).toBe(drawn);
});

test('cuts no emoji in half', () => {
  expect(truncate('ab😀cd', 4)).toBe('ab😀…');
  expect(truncate('ab😀c', 4)).toBe('ab😀c');
});
