import { maskitoTransform } from '@maskito/core';
import { expect, test } from 'vitest';
import { phoneMask } from './person-fields.ts';

test.each([
  ['82988887777', '(82) 98888-7777'],
  ['8233334444', '(82) 3333-4444'],
  ['+55 99 98123-4567', '(99) 98123-4567'],
  ['+5582988887777', '(82) 98888-7777'],
  ['5582988887777', '(82) 98888-7777'],
  ['+55 (82) 3333-4444', '(82) 3333-4444'],
  ['0055 82 98888-7777', '(82) 98888-7777'],
  ['082988887777', '(82) 98888-7777'],
  ['55999812345', '(55) 99981-2345'],
])('shows the phone %s as %s', (typed, shown) => {
  expect(maskitoTransform(typed, phoneMask)).toBe(shown);
});

test.each([
  ['+5599981234567', '(99) 98123-4567'],
  ['+553333444455', '(33) 3344-4455'],
  ['5582988887777', '(82) 98888-7777'],
])('shows %s, typed digit by digit, as %s', (typed, shown) => {
  let value = '';
  for (const key of typed) value = maskitoTransform(value + key, phoneMask);
  expect(value).toBe(shown);
});
