/** What people type into the panel's forms, and what it means. */

/** Whether it is a whole number between two others. */
export function isWhole(text: string, least: number, most: number): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
}

/** What stands on each line, without those that are blank. */
export function textLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Maceió keeps one time all year. */
const OFFSET = '-03:00';
const OFFSET_MS = 3 * 3_600_000;

/** An ISO instant as a `datetime-local` box holds it, in Maceió's time. */
export function dateTimeText(iso: string | null): string {
  return iso === null ? '' : new Date(Date.parse(iso) - OFFSET_MS).toISOString().slice(0, 16);
}

/** The instant that a `datetime-local` box holds; null when it is empty or none. */
export function readDateTime(text: string): string | null {
  // Without the pattern, what is left of an empty box would be read as some day of the year 2000.
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}:00${OFFSET}`) : Number.NaN;
  return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}
