import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { parseTimestamp } from './parse-timestamp.ts';

/** Formats as PostgreSQL does, without trailing zeros of the fraction. */
function formatTimestamp(date: Date, microseconds: number, zone: string): string {
  const fraction = String(date.getUTCMilliseconds() * 1000 + microseconds)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${date.toISOString().slice(0, 19).replace('T', ' ')}${fraction && `.${fraction}`}${zone}`;
}

const anyDate = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });

test('parses any instant in UTC, without its microseconds', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: 0, max: 999 }), (instant, microseconds) => {
      expect(parseTimestamp(formatTimestamp(instant, microseconds, '+00'))).toEqual(instant);
    }),
  );
});

test('parses every millisecond', () => {
  for (let ms = 0; ms < 1000; ms++) {
    const instant = new Date(Date.UTC(2026, 10, 28, 15, 8, 33, ms));
    expect(parseTimestamp(formatTimestamp(instant, 0, '+00'))).toEqual(instant);
  }
});

test.each([
  ['2026-11-28 12:08:33.5-03', new Date('2026-11-28T15:08:33.500Z')],
  ['2026-11-28 20:38:33+05:30', new Date('2026-11-28T15:08:33Z')],
  ['2026-11-28 15:08:33+00:30', new Date('2026-11-28T14:38:33Z')],
  ['0050-01-02 03:04:05+00', new Date('0050-01-02T03:04:05Z')],
  ['12026-11-28 15:08:33+00', new Date('+012026-11-28T15:08:33Z')],
  ['0001-01-01 00:00:00+00 BC', new Date('0000-01-01T00:00:00Z')],
  ['infinity', Infinity],
  ['-infinity', -Infinity],
])('parses %s as pg does', (text, expected) => {
  expect(parseTimestamp(text)).toEqual(expected);
});

test('is registered as the parser of all database connections', async () => {
  await import('./connect.ts');
  expect(pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text')).toBe(parseTimestamp);
});
