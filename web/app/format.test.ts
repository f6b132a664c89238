import { expect, test } from 'vitest';
import {
  formatBrl,
  formatCotaNumber,
  formatDate,
  formatDateTime,
  formatCount,
  formatInteger,
  formatPercent,
  formatShortBrl,
  formatWait,
} from './format.ts';

// @covers storefront 1: prices in reais, as written in Brazil; the fee is 'Grátis' [web/app/format.ts,
//   web/app/purchase/cart-drawer/cart-drawer.tsx]
test('formats money for pt-BR', () => {
  expect(formatBrl(123_450)).toBe('R$\u00a01.234,50');
  expect(formatShortBrl(15_000_000)).toBe('R$\u00a0150.000');
  expect(formatShortBrl(25)).toBe('R$\u00a00,25');
});

test('formats integers, counts and percentages', () => {
  expect(formatInteger(1_000_000)).toBe('1.000.000');
  expect([0, 1, 12_345].map((count) => formatCount(count, 'cota', 'cotas'))).toEqual([
    '0 cotas',
    '1 cota',
    '12.345 cotas',
  ]);
  expect(formatPercent(99.9)).toBe('99,9%');
  expect(formatPercent(35)).toBe('35,0%');
});

test.each([
  [1, '1 segundo'],
  [59, '59 segundos'],
  [60, '1 minuto'],
  [2_498, '42 minutos'],
  [3_541, '1 hora'],
  [7_200, '2 horas'],
])('formats a wait of %d seconds as %s', (seconds, text) => {
  expect(formatWait(seconds)).toBe(text);
});

test('formats dates in the time zone of Maceió', () => {
  expect(formatDate('2026-12-25T01:00:00.000Z')).toBe('24/12/2026');
  expect(formatDateTime('2026-12-24T23:00:00.000Z')).toBe('24/12/2026, 20:00');
});

test.each([
  [7, 100, '0007'],
  [7, 10_000, '00007'],
  [10_000, 10_000, '10000'],
  [42, 1_000_000, '0000042'],
])('formats number %d of %d as %s', (number, total, text) => {
  expect(formatCotaNumber(number, total)).toBe(text);
});
