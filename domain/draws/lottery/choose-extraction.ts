/** Chooses the upcoming extraction that a rifa is sealed for, and tells whether its number is known. */
import type { ComingExtraction } from './lottery-schedule.ts';

/** Share of past predictions, as many extractions ahead, that named the right day. */
const CONFIDENT = 0.9;

/** Whether an upcoming extraction's number is certain enough to be promised to buyers. */
export function isNumberKnown({ announced }: Pick<ComingExtraction, 'announced'>, confidence: number | null) {
  return announced || (confidence !== null && confidence >= CONFIDENT);
}

/**
 * The extraction that the rifa names, on the day when it is expected now. If it has run or was skipped, the next one
 * on the rifa's day or later, like the declared clause decides after the seal.
 * @param rifa.day ISO date in Brasília
 * @param coming extractions that have not run, soonest first
 */
export function chooseExtraction<Coming extends Pick<ComingExtraction, 'number' | 'date'>>(
  { number, day }: { number: number | null; day: string },
  coming: readonly Coming[],
): Coming | undefined {
  return (
    coming.find((extraction) => extraction.number === number) ??
    coming.find((extraction) => extraction.date >= day && extraction.number > (number ?? 0))
  );
}
