import { expect, test } from 'vitest';
import { withoutEmoji } from './draw-picture.ts';

test.each([
  ['🎉 Honda Biz 🏍️ zero km 🎉', 'Honda Biz zero km'],
  ['Família 👨‍👩‍👧 e São João 🇧🇷👍🏽', 'Família e São João'],
  ['Açaí® a R$ 0,50 — nº 1, 100% *real* #1', 'Açaí® a R$ 0,50 — nº 1, 100% *real* #1'],
])('leaves out emoji of %s', (words, drawn) => {
  expect(withoutEmoji(words)).toBe(drawn);
});
