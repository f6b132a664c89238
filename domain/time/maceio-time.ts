/** Maceió has no daylight saving time: UTC-3 all year. */
export const MACEIO_OFFSET_MS = -3 * 3_600_000;

/** The date in Maceió at an instant, 'YYYY-MM-DD'. */
export function dateInMaceio(instant: Date): string {
  return new Date(instant.getTime() + MACEIO_OFFSET_MS).toISOString().slice(0, 10);
}

/** When the day of an instant began in Maceió. */
export function midnightInMaceio(instant: Date): Date {
  return new Date(`${dateInMaceio(instant)}T00:00:00-03:00`);
}
