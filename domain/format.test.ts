import { expect, test } from 'vitest';
import { formatBrl, formatDateTime, formatLongDate } from './format.ts';

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
