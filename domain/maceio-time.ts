/** Maceió has no daylight saving time: UTC-3 all year. */
export const MACEIO_OFFSET_MS = -3 * 3_600_000;

/** The date in Maceió at an instant, 'YYYY-MM-DD'. */
export function dateInMaceio(instant: Date): string {
  return new Date(instant.getTime() + MACEIO_OFFSET_MS).toISOString().slice(0, 10);
}
