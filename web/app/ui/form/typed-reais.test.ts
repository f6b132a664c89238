import { expect, test } from 'vitest';
import { centavosText, readCentavos } from './typed-reais.ts';

test.each([
  ['100', 10_000],
  ['80,5', 8050],
  ['0,5', 50],
  ['R$ 1.250,50', 125_050],
  ['1.000.000', 100_000_000],
  ['', null],
  ['1,234', null],
  ['12.5', null],
  ['-3', null],
  ['dez', null],
])('%j is %s centavos', (text, centavos) => {
  expect(readCentavos(text)).toBe(centavos);
});

test.each([1, 8050, 125_050, 123_450])('%i centavos are written as they are read', (centavos) => {
  expect(readCentavos(centavosText(centavos))).toBe(centavos);
});

test('no amount is an empty box', () => {
  expect(centavosText(null)).toBe('');
});
