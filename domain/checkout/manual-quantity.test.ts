import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuantity, readManualQuantity } from './manual-quantity.ts';

test.each([
  ['7', 7],
  ['1000', 1000],
  ['1001', 1000],
  ['99999999999999999999', 1000],
  ['0', 1],
  ['-3', 1],
  ['', 1],
  ['dez', 1],
  [' 12 cotas', 12],
  ['2.9', 2],
])('parses %j as %d', (typed, quantity) => {
  expect(readManualQuantity(typed)).toBe(quantity);
});

// @covers community 5: manual quantity 1 to 1000; non-numeric input becomes 1; typing clears the package
//   [domain/checkout/manual-quantity.ts]
test('parses any text to an orderable quantity', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 1000 }), (typed, max) => {
      const quantity = readManualQuantity(typed, max);
      expect(Number.isInteger(quantity) && quantity >= 1 && quantity <= max).toBe(true);
    }),
  );
});

test.each([
  ['7', 7, null],
  ['3,7', 3, 'fraction'],
  ['3.7', 3, 'fraction'],
  ['1.000', 1000, 'max'],
  ['501', 501, 'max'],
  ['500', 500, null],
  ['2', 2, 'min'],
  ['12 cotas', 12, null],
  ['', null, null],
  ['dez', null, null],
])('reads %j as %j and reports %j', (typed, quantity, note) => {
  expect(parseQuantity(typed, { min: 3, max: 500 })).toEqual({ quantity, note });
});
