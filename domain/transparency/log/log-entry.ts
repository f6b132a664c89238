/**
 * Entries of the public log in their canonical form: UTF-8 text of lines that end in one line feed,
 *
 *     mare-da-sorte/registro/1
 *     tipo congelamento
 *     momento 2026-11-22T19:00:00.000Z
 *     rifa 5e000000-0000-4000-8000-000000000012
 *     …
 *
 * with the fields of its kind in a fixed order. The bytes of this text are the leaf. No entry holds personal data.
 */
import { type EntryField, isCanonical } from './entry-fields.ts';
import { type Fields, KINDS } from './entry-kinds.ts';

const FORMAT = 'mare-da-sorte/registro/1';
const MAX_BYTES = 65_535;

export type EntryKind = keyof typeof KINDS;
type FieldsOf<Kind extends EntryKind> = (typeof KINDS)[Kind][1];
type ValueOf<Field> = Field extends readonly [string, EntryField<infer Value>] ? Value : never;

export type EntryOf<Kind extends EntryKind> = {
  [K in Kind]: { kind: K } & { -readonly [Name in keyof FieldsOf<K>]: ValueOf<FieldsOf<K>[Name]> };
}[Kind];
export type LogEntry = EntryOf<EntryKind>;

export const ENTRY_KINDS = Object.keys(KINDS) as EntryKind[];

/** @throws RangeError when a value has no canonical form, or the text is longer than an entry may be */
export function formatEntry(entry: LogEntry): string {
  const [name, fields] = KINDS[entry.kind];
  const values = entry as unknown as Record<string, never>;
  const body = Object.entries<Fields[string]>(fields).flatMap(([field, [label, { write }]]) =>
    write(values[field]!).map((value) => {
      if (!isCanonical(value))
        throw new RangeError(`no canonical form of ${field} in an entry ${entry.kind}`);
      return `${label} ${value}\n`;
    }),
  );
  const text = `${FORMAT}\ntipo ${name}\n${body.join('')}`;
  if (new TextEncoder().encode(text).length > MAX_BYTES)
    throw new RangeError(`an entry ${entry.kind} of more than ${MAX_BYTES} bytes`);
  return text;
}

export function encodeEntry(entry: LogEntry): Uint8Array {
  return new TextEncoder().encode(formatEntry(entry));
}

/** @returns null unless the bytes are the canonical form of an entry */
export function decodeEntry(bytes: Uint8Array): LogEntry | null {
  try {
    return parseEntry(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return null;
  }
}

const KIND_LINE = new RegExp(`^${FORMAT}\\ntipo (\\S+)\\n`);
/** Longer than the first two lines of any entry. */
const MAX_KIND_BYTES = 80;

/** Like `decodeEntry` for these kinds only. Reads a whole log without parsing its receipts. */
export function decodeEntryOf(bytes: Uint8Array, kinds: ReadonlySet<EntryKind>): LogEntry | null {
  const [, label] = KIND_LINE.exec(new TextDecoder().decode(bytes.subarray(0, MAX_KIND_BYTES))) ?? [];
  const kind = ENTRY_KINDS.find((each) => KINDS[each][0] === label);
  return kind !== undefined && kinds.has(kind) ? decodeEntry(bytes) : null;
}

/** @returns null unless the text is the canonical form of an entry */
export function parseEntry(text: string): LogEntry | null {
  const [format, type, ...rest] = text.split('\n');
  const kind = ENTRY_KINDS.find((each) => type === `tipo ${KINDS[each][0]}`);
  if (format !== FORMAT || !kind || rest.pop() !== '') return null;
  const entry: Record<string, unknown> = { kind };
  for (const [field, [label, { read }]] of Object.entries<Fields[string]>(KINDS[kind][1])) {
    const end = rest.findIndex((line) => !line.startsWith(`${label} `));
    const found = rest.splice(0, end < 0 ? rest.length : end).map((line) => line.slice(label.length + 1));
    const value = read(found);
    if (value === undefined) return null;
    entry[field] = value;
  }
  const parsed = entry as unknown as LogEntry;
  return rest.length === 0 && formatEntry(parsed) === text ? parsed : null;
}
