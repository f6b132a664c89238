import { expect, test } from 'vitest';
import { centavosText, dateTimeText, readCentavos, readDateTime } from './typed-values.ts';

test.each([
  ['1.234,50', 123450],
  ['0,5', 50],
  ['12', 1200],
  ['', null],
  ['1,234', null],
  ['abc', null],
])('%s is %s centavos', (text, centavos) => {
  expect(readCentavos(text)).toBe(centavos);
});

test('amounts and instants come back as they went', () => {
  expect(readCentavos(centavosText(123450))).toBe(123450);
  expect(dateTimeText('2026-11-25T22:00:00.000Z')).toBe('2026-11-25T19:00');
  expect(readDateTime('2026-11-25T19:00')).toBe('2026-11-25T22:00:00.000Z');
  expect(readDateTime('')).toBeNull();
});
