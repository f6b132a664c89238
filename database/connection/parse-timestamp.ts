import pg from 'pg';

const parseAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text') as (text: string) => unknown;

/** Length of `2026-11-28 15:08:33+00`. */
const LENGTH_WITHOUT_FRACTION = 22;
/** Index of the first digit of the fraction, as in `2026-11-28 15:08:33.5+00`. */
const FRACTION_START = 20;
const CODE = { 0: 48, '+': 43, '-': 45, ' ': 32, '.': 46 };

/**
 * Parses a `timestamptz` as PostgreSQL prints it. Years 1000 to 9999 in UTC are parsed without a regular expression: a list
 * of orders has about 60 of them. pg parses all others.
 * @returns a Date, or ±Infinity
 */
export function parseTimestamp(text: string): unknown {
  if (!isFourDigitYearInUtc(text)) return parseAny(text);
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  return new Date(
    Date.UTC(
      year,
      twoDigits(text, 5) - 1,
      twoDigits(text, 8),
      twoDigits(text, 11),
      twoDigits(text, 14),
      twoDigits(text, 17),
      milliseconds(text),
    ),
  );
}

function isFourDigitYearInUtc(text: string): boolean {
  const zone = text.length - 3;
  return (
    text.length >= LENGTH_WITHOUT_FRACTION &&
    text.charCodeAt(0) > CODE[0] &&
    text.charCodeAt(4) === CODE['-'] &&
    text.charCodeAt(10) === CODE[' '] &&
    text.charCodeAt(zone) === CODE['+'] &&
    text.charCodeAt(zone + 1) === CODE[0] &&
    text.charCodeAt(zone + 2) === CODE[0] &&
    (text.length === LENGTH_WITHOUT_FRACTION || text.charCodeAt(FRACTION_START - 1) === CODE['.'])
  );
}

function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

/** Truncates microseconds. */
function milliseconds(text: string): number {
  const zone = text.length - 3;
  let sum = 0;
  for (let at = FRACTION_START; at < FRACTION_START + 3; at++)
    sum = sum * 10 + (at < zone ? digit(text, at) : 0);
  return sum;
}

function digit(text: string, at: number): number {
  return text.charCodeAt(at) - CODE[0];
}
