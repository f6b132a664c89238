import { expect, test } from 'vitest';
import { drawPicture, textBox, truncate } from './draw-picture.ts';
import { withoutEmoji } from './printable-words.ts';

test.each([
  ['🎉 Honda Biz 🏍️ zero km 🎉', 'Honda Biz zero km'],
  ['Família 👨‍👩‍👧 e São João 🇧🇷👍🏽', 'Família e São João'],
  ['Açaí® a R$ 0,50 — nº 1, 100% *real* #1', 'Açaí® a R$ 0,50 — nº 1, 100% *real* #1'],
])('leaves out emoji of %s', (words, drawn) => {
  expect(withoutEmoji(words)).toBe(drawn);
});

test('splits no emoji', () => {
  expect(truncate('ab😀cd', 4)).toBe('ab😀…');
  expect(truncate('ab😀c', 4)).toBe('ab😀c');
});

test('draws letters that the fonts of the site lack', async () => {
  const [first, second] = await Promise.all(
    ['Ł', 'И'].map((letter) => drawPicture(textBox(letter, { fontFamily: 'Figtree', fontSize: 40 }), 60, 60)),
  );
  // Two unknown letters would be the same box.
  expect(first!.equals(second!)).toBe(false);
});
