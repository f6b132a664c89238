/** Whether a seal precedes its extraction: the rule against sealing a known result. */

export interface LotteryKnowledge {
  /** Highest number of any source; null for an empty archive. */
  latestNumber: number | null;
  /** Every extraction that was due is in the archive, and a source has answered recently. */
  isFresh: boolean;
}

export type SealTimingError =
  /** A source has reported this extraction or a later one. */
  | 'NUMBER_HAS_RUN'
  /** Its day or hour has passed. */
  | 'TOO_LATE'
  /** The archive may lack extractions that have run. */
  | 'ARCHIVE_STALE';

/**
 * @param extractionAt when the extraction is expected to run, at the earliest
 * @returns null when the extraction has provably not run yet
 */
export function checkSealTiming(
  { number, extractionAt }: { number: number; extractionAt: Date },
  { latestNumber, isFresh }: LotteryKnowledge,
  now: Date,
): SealTimingError | null {
  if (latestNumber !== null && number <= latestNumber) return 'NUMBER_HAS_RUN';
  if (now >= extractionAt) return 'TOO_LATE';
  return isFresh ? null : 'ARCHIVE_STALE';
}

/** A source responds at least this often, in hours, in a fresh archive. */
export const FRESH_HOURS = 24;
/** Usual maximum delay of a result after its extraction, in hours. */
const PUBLISHED_WITHIN_HOURS = 6;
const HOUR_MS = 3_600_000;

/**
 * @param answeredAt when any source last answered
 * @param nextExpectedAt when the first extraction that the archive does not have is expected to run; null when unknown
 */
export function isArchiveFresh(
  { answeredAt, nextExpectedAt }: { answeredAt: Date | null; nextExpectedAt: Date | null },
  now: Date,
): boolean {
  if (!answeredAt || !nextExpectedAt) return false;
  return (
    now.getTime() - answeredAt.getTime() <= FRESH_HOURS * HOUR_MS &&
    now.getTime() <= nextExpectedAt.getTime() + PUBLISHED_WITHIN_HOURS * HOUR_MS
  );
}
