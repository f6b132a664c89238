/**
 * The declared clause: which extraction decides a sealed rifa when the lottery deviates from its announcement.
 * The clause is published with the rifa before its first sale and applied without any person's choice.
 *
 * 1. The sealed number decides if it runs after the seal was published and at most `WAIT_DAYS` after the sealed day.
 * 2. Otherwise the next number decides that runs on the sealed day or later and has a complete list of prizes.
 * 3. The sealed number counts as skipped at once when a higher number runs on the sealed day itself; else when the wait
 *    is over and a higher number has run. An extraction whose prizes are still incomplete when its wait is over is
 *    passed over.
 */
import { addDays, type Extraction } from './extraction.ts';

/** Days after the sealed day in which a late result of the sealed number still decides. */
export const WAIT_DAYS = 7;

export interface SealedExtraction {
  number: number;
  /** ISO date in Brasília on which it was expected. */
  date: string;
  /** ISO date in Brasília on which the seal was published: on the sealed day before the extraction, or earlier. */
  sealedOn: string;
}

export const CLAUSE_REASONS = [
  /** The sealed extraction ran after the seal, on the sealed day. */
  'AS_SEALED',
  /** The sealed extraction ran on another day. */
  'MOVED_LATER',
  'MOVED_EARLIER',
  /** The lottery continued with a higher number. */
  'NUMBER_SKIPPED',
  /** The number ran before the seal was published, so that its prizes could have been known. */
  'RAN_BEFORE_SEAL',
  /** The lottery has published no complete list of prizes within the wait. */
  'RESULT_INCOMPLETE',
] as const;
export type ClauseReason = (typeof CLAUSE_REASONS)[number];

export interface CompleteExtraction extends Extraction {
  prizes: readonly string[];
}

export type DecidingExtraction =
  /** A complete result that decides the draw. */
  | { state: 'DECIDED'; extraction: CompleteExtraction; reason: ClauseReason }
  /** Not run yet, or without a complete result. `expected` is the number that decides by current knowledge. */
  | { state: 'WAITING'; expected: number; reason: ClauseReason };

/**
 * Applies the clause to current knowledge.
 * @param known extractions by ascending number, as the sources agree on them
 * @param today ISO date in Brasília
 */
export function findDecidingExtraction(
  sealed: SealedExtraction,
  known: readonly Extraction[],
  today: string,
): DecidingExtraction {
  const own = known.find(({ number }) => number === sealed.number);
  const later = known.filter(({ number, date }) => number > sealed.number && date >= sealed.date);
  const waitIsOver = today > addDays(sealed.date, WAIT_DAYS);

  if (own && mayHaveRunBefore(sealed, own.date)) return nextComplete(sealed, later, 'RAN_BEFORE_SEAL', today);
  if (own && own.date <= addDays(sealed.date, WAIT_DAYS)) {
    const reason = compareDays(own.date, sealed.date);
    if (isComplete(own)) return { state: 'DECIDED', extraction: own, reason };
    return waitIsOver
      ? nextComplete(sealed, later, 'RESULT_INCOMPLETE', today)
      : { state: 'WAITING', expected: sealed.number, reason };
  }
  const isSkipped = later.some(({ date }) => date === sealed.date) || (waitIsOver && later.length > 0);
  if (isSkipped || own) return nextComplete(sealed, later, 'NUMBER_SKIPPED', today);
  return {
    state: 'WAITING',
    expected: sealed.number,
    reason: today > sealed.date ? 'MOVED_LATER' : 'AS_SEALED',
  };
}

/** An extraction on the day of the seal may have run before the seal, unless it is the sealed one. */
function mayHaveRunBefore(sealed: SealedExtraction, date: string): boolean {
  return date < sealed.sealedOn || (date === sealed.sealedOn && date !== sealed.date);
}

function nextComplete(
  sealed: SealedExtraction,
  later: readonly Extraction[],
  reason: ClauseReason,
  today: string,
): DecidingExtraction {
  for (const extraction of later) {
    if (isComplete(extraction)) return { state: 'DECIDED', extraction, reason };
    if (today <= addDays(extraction.date, WAIT_DAYS))
      return { state: 'WAITING', expected: extraction.number, reason };
  }
  return { state: 'WAITING', expected: (later.at(-1) ?? sealed).number + 1, reason };
}

function compareDays(ranOn: string, sealedFor: string): ClauseReason {
  if (ranOn === sealedFor) return 'AS_SEALED';
  return ranOn > sealedFor ? 'MOVED_LATER' : 'MOVED_EARLIER';
}

function isComplete(extraction: Extraction): extraction is CompleteExtraction {
  return extraction.prizes !== null;
}
