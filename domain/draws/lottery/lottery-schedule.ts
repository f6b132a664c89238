/**
 * Predicts coming extractions from past ones. Nothing about weekdays or numbers is fixed here: the lottery has drawn
 * on Wednesdays and Saturdays, on Saturdays alone and on other days, and it has skipped numbers.
 */
import { addDays, daysBetween, type Extraction, weekdayOf } from './extraction.ts';

export interface ComingExtraction {
  number: number;
  /** ISO date in Brasília. */
  date: string;
  /** The lottery has announced this number and date itself. */
  announced: boolean;
  /** Predicted this many extractions ahead of a known or announced one; 0 for the announced one. */
  ahead: number;
}

/** Number of extractions from which the weekdays are learnt: about ten weeks at two a week. */
const LEARN_FROM = 20;
/** A weekday counts as usual when the lottery drew on it in at least this share of the weeks. */
const USUAL_SHARE = 0.5;
/** Number of past predictions from which the confidence is computed: about a year. */
const MEASURED = 100;
const MIN_MEASURED = 20;

/**
 * The weekdays (0 is Sunday) on which the lottery draws by its latest extractions.
 * @param past by ascending number
 */
export function usualWeekdays(past: readonly Extraction[]): ReadonlySet<number> {
  const latest = past.slice(-LEARN_FROM);
  if (latest.length < 2) return new Set(latest.map(({ date }) => weekdayOf(date)));
  const weeks = Math.max(1, (daysBetween(latest[0]!.date, latest.at(-1)!.date) + 1) / 7);
  const counts = new Map<number, number>();
  for (const { date } of latest) counts.set(weekdayOf(date), (counts.get(weekdayOf(date)) ?? 0) + 1);
  const usual = [...counts].filter(([, count]) => count / weeks >= USUAL_SHARE).map(([weekday]) => weekday);
  if (usual.length > 0) return new Set(usual);
  const most = Math.max(...counts.values());
  return new Set([...counts].filter(([, count]) => count === most).map(([weekday]) => weekday));
}

/**
 * The next extractions after the latest known one.
 * @param past extractions known from any source, by ascending number
 * @param announced the next contest announced by the lottery, if a source reported it
 * @param today ISO date in Brasília; earlier dates are left out but use up their numbers
 */
export function comingExtractions(
  past: readonly Extraction[],
  {
    announced,
    today,
    count,
  }: { announced: { number: number; date: string } | null; today: string; count: number },
): ComingExtraction[] {
  const latest = past.at(-1);
  const next = announced && (!latest || announced.number > latest.number) ? announced : null;
  const from = next ?? latest;
  if (!from) return [];
  const weekdays = usualWeekdays(past);
  const coming: ComingExtraction[] = [];
  if (next && next.date >= today) coming.push({ ...next, announced: true, ahead: 0 });
  let { number, date } = from;
  for (let ahead = 1; coming.length < count && weekdays.size > 0; ahead++) {
    date = nextUsualDay(date, weekdays);
    number++;
    if (date < today) continue;
    coming.push({ number, date, announced: false, ahead });
  }
  return coming.slice(0, count);
}

/**
 * Predicts known extractions from those before them, 1 to `most` ahead.
 * @returns by steps ahead (index 0 is one ahead), the share of predictions that named the right date, 0 to 1; null
 * without enough history
 */
export function measureConfidence(past: readonly Extraction[], most: number): (number | null)[] {
  const dates = new Map(past.map(({ number, date }) => [number, date]));
  const counts = Array.from({ length: most }, () => ({ right: 0, measured: 0 }));
  for (let known = Math.max(LEARN_FROM, past.length - MEASURED - most); known < past.length; known++) {
    const latest = past[known - 1]!;
    const weekdays = usualWeekdays(past.slice(Math.max(0, known - LEARN_FROM), known));
    let { date } = latest;
    for (let ahead = 1; ahead <= Math.min(most, past.length - known); ahead++) {
      date = nextUsualDay(date, weekdays);
      const count = counts[ahead - 1]!;
      count.measured++;
      if (dates.get(latest.number + ahead) === date) count.right++;
    }
  }
  return counts.map(({ right, measured }) => (measured < MIN_MEASURED ? null : right / measured));
}

function nextUsualDay(date: string, weekdays: ReadonlySet<number>): string {
  for (let days = 1; days <= 7; days++) {
    const day = addDays(date, days);
    if (weekdays.has(weekdayOf(day))) return day;
  }
  return addDays(date, 7);
}
