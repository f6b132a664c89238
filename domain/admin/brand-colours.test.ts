import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, isReadable, MIN_CONTRAST, themeColours } from './brand-colours.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#0b6b75', '#0b6b75', 1],
])('computes the contrast of %s and %s', (first, second, expected) => {
  expect(contrast(first, second)).toBeCloseTo(expected, 1);
});

// @covers panel: settings: name, texts, colours that can be read, announcement, open parts of the shop
test.each([
  ['#0b6b75', true],
  ['#ffcb5c', false],
  ['#ffffff', false],
])('decides whether %s is readable: %s', (colour, readable) => {
  expect(isReadable(colour)).toBe(readable);
});

test('all variants of a readable colour are readable', () => {
  const colours = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`)
    .filter(isReadable);
  fc.assert(
    fc.property(colours, (colour) => {
      const { light, dark } = themeColours(colour);
      for (const variant of [light, dark]) {
        expect(contrast(variant.base, variant.on)).toBeGreaterThanOrEqual(MIN_CONTRAST);
        expect(contrast(variant.strong, variant.tint)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }
      expect(contrast(dark.base, '#12323c')).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }),
  );
});
