import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatBrl } from '@mare/domain/format.ts';
import { centavosText, parseCentavos } from './typed-reais.ts';

test.each([
  ['100', 10_000],
  ['80,5', 8050],
  ['0,5', 50],
  ['R$ 1.250,50', 125_050],
  ['1.000.000', 100_000_000],
  ['', null],
  ['1,234', null],
  ['12.5', 1250],
  ['12.50', 1250],
  ['1.250', 125_000],
  ['1,250.50', 125_050],
  ['1.250.50', null],
  ['1,250,50', null],
  ['12,345.6', 1_234_560],
  ['1.25,50', null],
  ['12,', null],
  [',50', null],
  ['-3', null],
  ['dez', null],
])('reads %j as %s centavos', (text, centavos) => {
  expect(parseCentavos(text)).toBe(centavos);
});

test.each([1, 8050, 125_050, 123_450])('round-trips %i centavos', (centavos) => {
  expect(parseCentavos(centavosText(centavos))).toBe(centavos);
});

test('parses every amount in Brazilian, plain and English notation', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_99 }), (centavos) => {
      const written = [
        centavosText(centavos),
        (centavos / 100).toFixed(2),
        formatBrl(centavos),
        formatBrl(centavos).replaceAll(/[^\d.,]/g, ''),
        (centavos / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }),
      ];
      expect(written.map(parseCentavos)).toEqual(written.map(() => centavos));
    }),
  );
});

test('never changes the digits of an amount', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\d.,]{1,12}$/), (text) => {
      const centavos = parseCentavos(text);
      if (centavos === null) return;
      const [, decimals = ''] = /[.,](\d{1,2})$/.exec(text) ?? [];
      const digits = text.replaceAll(/[.,]/g, '') + '0'.repeat(2 - decimals.length);
      expect(centavos).toBe(Number(digits));
    }),
  );
});

test('formats null as an empty string', () => {
  expect(centavosText(null)).toBe('');
});
