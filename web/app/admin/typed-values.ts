/** Formats and parses form values of the panel. */

/** Whether the text is an integer from `least` to `most`. */
export function isWhole(text: string, least: number, most: number): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
}

/** Splits text into lines, without blank ones. */
export function textLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Maceió has no daylight saving time. */
const OFFSET = '-03:00';
const OFFSET_MS = 3 * 3_600_000;

/** Formats an ISO instant for a `datetime-local` input, in Maceió's time. */
export function dateTimeText(iso: string | null): string {
  return iso === null ? '' : new Date(Date.parse(iso) - OFFSET_MS).toISOString().slice(0, 16);
}

/** Parses the value of a `datetime-local` input; null if empty or invalid. */
export function readDateTime(text: string): string | null {
  // Without the pattern, `Date.parse` would accept an empty value as a date in 2000.
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}:00${OFFSET}`) : Number.NaN;
  return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}
