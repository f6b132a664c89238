/** Announced corrections as the public log holds them. */
import { toEntryText } from '../../transparency/log/entry-fields.ts';
import { CORRECTED_PART_LABELS, type Correction } from './published-changes.ts';

/** Maximum length of each text in one line of the log. */
const LOGGED = 120;

/** Corrections as lines of the public log: label, value before, value after. */
export function loggedLines(corrections: readonly Correction[]): string[] {
  return corrections.map((one) =>
    toEntryText(`${labelOf(one)}: ${quote(one.before, LOGGED)} → ${quote(one.after, LOGGED)}`),
  );
}

/**
 * Whether a title is the published one, or the one that its last correction in the log announces.
 * @param published the title as the log holds it
 * @param changes lines of all corrections in the log, oldest first
 */
export function isLoggedTitle(title: string, published: string, changes: readonly string[]): boolean {
  const last = changes.findLast((line) => line.startsWith(`${CORRECTED_PART_LABELS.title}: `));
  if (last === undefined) return toEntryText(title) === published;
  return last.endsWith(toEntryText(`→ ${quote(title, LOGGED)}`));
}

export function labelOf({ part, prize }: Correction): string {
  return prize === null ? CORRECTED_PART_LABELS[part] : `${CORRECTED_PART_LABELS[part]}: ${prize}`;
}

export function quote(text: string, most: number): string {
  if (text === '') return 'nada';
  return text.length > most ? `“${text.slice(0, most)}…”` : `“${text}”`;
}
