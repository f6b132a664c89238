import pg from 'pg';

const parseAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text') as (text: string) => unknown;

/** `2026-11-28 15:08:33+00` */
const WITHOUT_FRACTION = 22;
const FRACTION = 20;
const CODE = { 0: 48, '+': 43, '-': 45, ' ': 32, '.': 46 };

/**
 * Reads a `timestamptz`. Most are of a year from 1000 to 9999 and written in UTC, which needs no regular expression: a list
 * of orders has some 60 of them. All others are left to pg.
 */
export function parseTimestamp(text: string): unknown {
  if (!isUsual(text)) return parseAny(text);
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

function isUsual(text: string): boolean {
  const zone = text.length - 3;
  return (
    text.length >= WITHOUT_FRACTION &&
    text.charCodeAt(0) > CODE[0] &&
    text.charCodeAt(4) === CODE['-'] &&
    text.charCodeAt(10) === CODE[' '] &&
    text.charCodeAt(zone) === CODE['+'] &&
    text.charCodeAt(zone + 1) === CODE[0] &&
    text.charCodeAt(zone + 2) === CODE[0] &&
    (text.length === WITHOUT_FRACTION || text.charCodeAt(FRACTION - 1) === CODE['.'])
  );
}

function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

/** Microseconds are cut off. */
function milliseconds(text: string): number {
  const zone = text.length - 3;
  let sum = 0;
  for (let at = FRACTION; at < FRACTION + 3; at++) sum = sum * 10 + (at < zone ? digit(text, at) : 0);
  return sum;
}

function digit(text: string, at: number): number {
  return text.charCodeAt(at) - CODE[0];
}
