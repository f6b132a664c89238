/** Status of a result typed by two people, compared with the official source. */

/** How long, in hours after the extraction, a typed result waits for the official source. */
export const OFFICIAL_WAIT_HOURS = 48;
/** Hours after which an official result counts even if no admin has confirmed it. */
export const CHECK_WAIT_HOURS = 24;
const HOUR_MS = 3_600_000;

export type TypedResultStanding =
  /** The official source reports the same prizes. */
  | 'CONFIRMED'
  /** The official source reports other prizes: it decides, and a draw by the typed ones is reopened. */
  | 'CONTRADICTED'
  /** No official result yet: the typed one is a preview that decides nothing. */
  | 'PREVIEW'
  /** The official source had no result for the declared time: the typed result decides, with a public mark. */
  | 'UNCONFIRMED';

/**
 * @param official the official prizes, or null while there is no complete official result
 * @param extractionAt when the extraction ran, at the earliest
 */
export function standingOfTypedResult(
  typed: readonly string[],
  official: readonly string[] | null,
  extractionAt: Date,
  now: Date,
): TypedResultStanding {
  if (official) return official.join() === typed.join() ? 'CONFIRMED' : 'CONTRADICTED';
  return now >= officialWaitEnds(extractionAt) ? 'UNCONFIRMED' : 'PREVIEW';
}

/** When a typed result can be used for a draw if the official source publishes nothing. */
export function officialWaitEnds(extractionAt: Date): Date {
  return new Date(extractionAt.getTime() + OFFICIAL_WAIT_HOURS * HOUR_MS);
}
