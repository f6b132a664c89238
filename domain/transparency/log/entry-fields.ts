/** Values of the lines of a log entry, and how each is written. */

export interface EntryField<Value> {
  /** One text per line. */
  write: (value: Value) => string[];
  /** @returns undefined when the lines hold no such value */
  read: (found: readonly string[]) => Value | undefined;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HASH = /^[0-9a-f]{64}$/;
const WORD = /^[A-Za-z0-9_.:/-]+$/;
const INTEGER = /^(?:0|[1-9]\d{0,15})$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const NONE = '-';

export const uuid = matching(UUID);
/** SHA-256 as 64 hexadecimal digits. */
export const hash = matching(HASH);
/** Letters, digits and `_.:/-`. */
export const word = matching(WORD);
/** ISO date. */
export const isoDate = matching(DATE);
/** UTC with milliseconds, as `Date.toISOString` writes it. */
export const instant = matching(INSTANT);
/** One line; see `toEntryText`. */
export const text: EntryField<string> = single(
  (value) => value,
  (found) => found,
);
export const integer: EntryField<number> = single(
  (value) => String(value),
  (found) => (INTEGER.test(found) ? Number(found) : undefined),
);
export const flag: EntryField<boolean> = single(
  (value) => (value ? 'sim' : 'nao'),
  (found) => (found === 'sim' ? true : found === 'nao' ? false : undefined),
);
/** At least one word, in one line. */
export const words: EntryField<string[]> = single(
  (value) => value.join(' '),
  (found) => (found.split(' ').every((each) => WORD.test(each)) ? found.split(' ') : undefined),
);
/** Any number of lines of text. */
export const lines: EntryField<string[]> = { write: (value) => value, read: (found) => [...found] };

/** A dash means null. */
export function optional<Value>(field: EntryField<Value>): EntryField<Value | null> {
  return {
    write: (value) => (value === null ? [NONE] : field.write(value)),
    read: (found) => (found.length === 1 && found[0] === NONE ? null : field.read(found)),
  };
}

/** No line at all means null. */
export function omittable<Value>(field: EntryField<Value>): EntryField<Value | null> {
  return {
    write: (value) => (value === null ? [] : field.write(value)),
    read: (found) => (found.length === 0 ? null : field.read(found)),
  };
}

/** One non-empty line, without spaces at its ends. */
export function isCanonical(value: string): boolean {
  return (
    value.length > 0 && value.trim() === value && !/[\p{Cc}\u2028\u2029]/u.test(value) && value.isWellFormed()
  );
}

/** Longest text of a line, in characters. */
export const MAX_TEXT = 300;

/** Free text as one line: runs of spaces and control characters become one space. A dash when nothing is left. */
export function toEntryText(free: string): string {
  const clean = free
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ');
  return Array.from(clean.trim()).slice(0, MAX_TEXT).join('').trim() || NONE;
}

function matching(pattern: RegExp): EntryField<string> {
  return single(
    (value) => value,
    (found) => (pattern.test(found) ? found : undefined),
  );
}

function single<Value>(
  write: (value: Value) => string,
  read: (found: string) => Value | undefined,
): EntryField<Value> {
  return {
    write(value) {
      const written = write(value);
      if (read(written) === undefined) throw new RangeError(`no canonical form: ${written}`);
      return [written];
    },
    read: (found) => (found.length === 1 ? read(found[0]!) : undefined),
  };
}
