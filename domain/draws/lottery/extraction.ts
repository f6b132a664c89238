/** One extraction of the Loteria Federal, as a source reports it. */
export interface Extraction {
  /** The lottery's own number ("concurso"). */
  number: number;
  /** ISO date in Brasília. */
  date: string;
  /** First to fifth prize, five digits each; null when the source has no complete list of prizes. */
  prizes: readonly string[] | null;
}

const DAY_MS = 86_400_000;

/** 0 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}
