import { expect, test } from 'vitest';
import { centavosText, parseCentavos } from './typed-reais.ts';

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
])('reads %j as %s centavos', (text, centavos) => {
  expect(parseCentavos(text)).toBe(centavos);
});

test.each([1, 8050, 125_050, 123_450])('round-trips %i centavos', (centavos) => {
  expect(parseCentavos(centavosText(centavos))).toBe(centavos);
});

test('formats null as an empty string', () => {
  expect(centavosText(null)).toBe('');
});
