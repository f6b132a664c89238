/** Days in Brasília's time (three hours behind UTC, without summer time since 2019). */

const BRASILIA_MS = -3 * 3_600_000;

/** ISO date. */
export function brasiliaDate(at: Date): string {
  return new Date(at.getTime() + BRASILIA_MS).toISOString().slice(0, 10);
}
