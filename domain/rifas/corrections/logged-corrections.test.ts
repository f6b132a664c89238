import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toEntryText } from '../../transparency/log/entry-fields.ts';
import { isLoggedTitle, loggedLines } from './logged-corrections.ts';

const titles = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), {
  minLength: 1,
  maxLength: 5,
});

test('accepts the title of the last correction, whatever its characters', () => {
  fc.assert(
    fc.property(titles, (titlesInOrder) => {
      const [first, ...others] = titlesInOrder as [string, ...string[]];
      const lines = others.flatMap((after, index) => [
        ...loggedLines([{ part: 'title', prize: null, before: titlesInOrder[index]!, after }]),
        ...loggedLines([{ part: 'description', prize: null, before: 'a', after: 'b' }]),
      ]);
      expect(isLoggedTitle(titlesInOrder.at(-1)!, toEntryText(first), lines)).toBe(true);
    }),
  );
});

test('rejects a title that was not announced, and the one from before a correction', () => {
  const lines = loggedLines([{ part: 'title', prize: null, before: 'Moto', after: 'Moto 2024' }]);
  expect(isLoggedTitle('Moto 2024', 'Moto', lines)).toBe(true);
  for (const unannounced of ['Moto', 'Moto 2023', '2024', ''])
    expect(isLoggedTitle(unannounced, 'Moto', lines)).toBe(false);
  expect(isLoggedTitle('Bicicleta', 'Moto', [])).toBe(false);
});
