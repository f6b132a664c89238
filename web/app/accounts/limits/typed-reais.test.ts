import { expect, test } from 'vitest';
import { centavosOfReais, reaisOfCentavos } from './typed-reais.ts';

test.each([
  ['100', 10_000],
  ['80,5', 8050],
  ['R$ 1.250,50', 125_050],
  ['1.000.000', 100_000_000],
  ['', null],
  ['12.5', null],
  ['-3', null],
  ['dez', null],
])('%j is %s centavos', (typed, centavos) => {
  expect(centavosOfReais(typed)).toBe(centavos);
});

test.each([1, 8050, 125_050])('%i centavos are written as they are read', (centavos) => {
  expect(centavosOfReais(reaisOfCentavos(centavos))).toBe(centavos);
});
