import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortName } from './short-name.ts';

test.each([
  ['Maria da Silva', 'Maria S.'],
  ['  Ana   Beatriz  Lessa ', 'Ana L.'],
  ['josé ávila', 'josé Á.'],
  ['Tereza', 'Tereza'],
  ['', 'Participante'],
  ['   ', 'Participante'],
  [null, 'Participante'],
])('%j is shown as %j', (name, shown) => {
  expect(shortName(name)).toBe(shown);
});

test('uses the given text for a missing name', () => {
  expect(shortName(null, 'Visitante')).toBe('Visitante');
});

test('reveals at most the first word and one letter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const [first, initial, ...more] = shortName(name).split(' ');
      expect(name.trim() === '' || name.trim().startsWith(first!)).toBe(true);
      expect(Array.from(initial ?? '').length).toBeLessThanOrEqual(4);
      expect(more).toEqual([]);
    }),
  );
});
