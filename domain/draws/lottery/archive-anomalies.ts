/** Finds anomalies in the archive of extractions for an admin to review. None of them blocks a draw. */
import type { Extraction } from './extraction.ts';

export interface SourcedExtraction extends Extraction {
  /** Name of the source that reported it. */
  source: string;
}

export type ArchiveAnomaly =
  /** The lottery, or every source, left out the numbers between two known ones. */
  | { kind: 'NUMBER_GAP'; number: number; previous: number }
  /** An extraction is dated before the one with the number below. */
  | { kind: 'DATE_BEFORE_PREVIOUS'; number: number; date: string; previousDate: string }
  | { kind: 'NO_PRIZES'; number: number; date: string }
  /** Two sources report different dates or prizes for one number. */
  | { kind: 'SOURCES_DISAGREE'; number: number; field: 'date' | 'prizes'; sources: string[] };

/** @param entries of all sources, in any order; at most one a number and source */
export function findArchiveAnomalies(entries: readonly SourcedExtraction[]): ArchiveAnomaly[] {
  const byNumber = Map.groupBy(entries, ({ number }) => number);
  const numbers = [...byNumber.keys()].sort((one, other) => one - other);
  return numbers.flatMap((number, index) => {
    const reports = byNumber.get(number)!;
    const previous = index === 0 ? null : agreedExtraction(byNumber.get(numbers[index - 1]!)!);
    return [...inSequence(agreedExtraction(reports), previous), ...disagreements(number, reports)];
  });
}

/** The extraction as its first source reports it; prizes come from the first source that has them. */
export function agreedExtraction(reports: readonly SourcedExtraction[]): Extraction {
  const { number, date } = reports[0]!;
  return { number, date, prizes: reports.find(({ prizes }) => prizes !== null)?.prizes ?? null };
}

function inSequence(extraction: Extraction, previous: Extraction | null): ArchiveAnomaly[] {
  const { number, date } = extraction;
  const found: ArchiveAnomaly[] = [];
  if (previous && number !== previous.number + 1)
    found.push({ kind: 'NUMBER_GAP', number, previous: previous.number });
  if (previous && date < previous.date)
    found.push({ kind: 'DATE_BEFORE_PREVIOUS', number, date, previousDate: previous.date });
  if (extraction.prizes === null) found.push({ kind: 'NO_PRIZES', number, date });
  return found;
}

function disagreements(number: number, reports: readonly SourcedExtraction[]): ArchiveAnomaly[] {
  const sources = reports.map(({ source }) => source);
  const dates = new Set(reports.map(({ date }) => date));
  const prizes = new Set(reports.flatMap((report) => (report.prizes ? [report.prizes.join(' ')] : [])));
  return [
    ...(dates.size > 1 ? [{ kind: 'SOURCES_DISAGREE', number, field: 'date', sources } as const] : []),
    ...(prizes.size > 1 ? [{ kind: 'SOURCES_DISAGREE', number, field: 'prizes', sources } as const] : []),
  ];
}
