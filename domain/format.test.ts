import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatBrl,
  formatDate,
  formatDateTime,
  formatDayOfYear,
  formatDecimal,
  formatInteger,
  formatLongDate,
  formatShortBrl,
  formatShortDecimal,
  formatTime,
  formatWeekday,
  joinWords,
} from './format.ts';

test('formats centavos as reais with a no-break space', () => {
  expect([0, 5, 123_450].map(formatBrl)).toEqual(['R$\u00a00,00', 'R$\u00a00,05', 'R$\u00a01.234,50']);
});

test.each([
  ['2026-11-21T17:30:00Z', '21 de novembro de 2026', '21/11/2026, 14:30'],
  ['2026-03-01T02:59:59Z', '28 de fevereiro de 2026', '28/02/2026, 23:59'],
  ['2027-01-01T03:00:00Z', '1 de janeiro de 2027', '01/01/2027, 00:00'],
])('formats %s in the time of Maceió', (iso, date, dateTime) => {
  for (const at of [iso, new Date(iso)]) {
    expect(formatLongDate(at)).toBe(date);
    expect(formatDateTime(at)).toBe(dateTime);
  }
});

test('joins words', () => {
  const words = ['A', 'B', 'C'];
  expect([0, 1, 2, 3].map((count) => joinWords(words.slice(0, count)))).toEqual([
    '',
    'A',
    'A e B',
    'A, B e C',
  ]);
  expect(joinWords(words, 'ou')).toBe('A, B ou C');
});

test('formats decimals with at most two places', () => {
  expect([10, 12.5, 0.25, 100, 1_250.5].map(formatShortDecimal)).toEqual([
    '10',
    '12,5',
    '0,25',
    '100',
    '1.250,5',
  ]);
});

describe('formats as the platform does for pt-BR', () => {
  const timeZone = 'America/Maceio';
  const numberFormat = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat('pt-BR', options);
  const dateFormat = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('pt-BR', { timeZone, ...options });

  test('amounts and numbers', () => {
    const money = numberFormat({ style: 'currency', currency: 'BRL' });
    const wholeMoney = numberFormat({ style: 'currency', currency: 'BRL', maximumFractionDigits: 0 });
    const [integer, oneDecimal] = [numberFormat({}), numberFormat({ minimumFractionDigits: 1 })];
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (amount) => {
        expect(formatBrl(amount)).toBe(money.format(amount / 100));
        expect(formatShortBrl(amount * 100)).toBe(wholeMoney.format(amount));
        expect(formatInteger(amount)).toBe(integer.format(amount));
        expect(formatDecimal(amount / 10, 1)).toBe(oneDecimal.format(amount / 10));
      }),
    );
  });

  test('instants', () => {
    // Maceió last had daylight saving time in 2002.
    const min = new Date('2003-01-01T00:00:00Z');
    const formats: [(at: Date) => string, Intl.DateTimeFormat][] = [
      [formatDate, dateFormat({ dateStyle: 'short' })],
      [formatDayOfYear, dateFormat({ day: '2-digit', month: '2-digit' })],
      [formatTime, dateFormat({ hour: '2-digit', minute: '2-digit' })],
      [formatDateTime, dateFormat({ dateStyle: 'short', timeStyle: 'short' })],
      [formatLongDate, dateFormat({ dateStyle: 'long' })],
      [formatWeekday, dateFormat({ weekday: 'long' })],
    ];
    fc.assert(
      fc.property(fc.date({ min, max: new Date('2099-12-31'), noInvalidDate: true }), (at) => {
        for (const [format, expected] of formats) expect(format(at)).toBe(expected.format(at));
      }),
    );
  });
});
