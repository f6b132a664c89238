import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centavosFromNumeric, numericFromCentavos } from './money.ts';

test('converts every amount to database text and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), (centavos) => {
      expect(centavosFromNumeric(numericFromCentavos(centavos)) === centavos).toBe(true);
    }),
  );
});

test.each(['', '1,50', '1.234', 'NaN', '1e3', ' 1'])('%j is not an amount', (text) => {
  expect(() => centavosFromNumeric(text)).toThrow(RangeError);
});
