import { maskitoTransform } from '@maskito/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateMask, readTypedDate, typedDate } from './typed-date.ts';

test('parses every day as it was formatted', () => {
  const days = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(days, (iso) => {
      expect(readTypedDate(typedDate(iso))).toBe(iso);
    }),
  );
});

test.each([
  ['4/11/1992', '1992-11-04'],
  [' 04.11.1992 ', '1992-11-04'],
  ['29/02/2000', '2000-02-29'],
])('reads %s', (text, iso) => expect(readTypedDate(text)).toBe(iso));

test.each([
  '',
  '04/11/92',
  '31/04/1992',
  '29/02/1900',
  '11/13/1992',
  '0/1/1992',
  '04/11',
  '1992',
  '1992-11-04',
])('does not guess %s', (text) => expect(readTypedDate(text)).toBeNull());

test.each([
  ['04111992', '04/11/1992'],
  ['4/11/1992', '04/11/1992'],
  ['1992-11-04', '04/11/1992'],
  ['041', '04/1'],
])('shows %s as %s', (typed, shown) => expect(maskitoTransform(typed, dateMask)).toBe(shown));
