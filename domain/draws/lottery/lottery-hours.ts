/**
 * Hour of an extraction: from the sources, otherwise from the shop's setting. The only code that turns a day of the
 * lottery into an instant.
 */
import { weekdayOf } from './extraction.ts';

/** Times of day in Brasília, `HH:MM`: by ISO date, else by weekday (0 is Sunday), else `usual`. */
export interface LotteryHours {
  usual: string;
  byWeekday: Partial<Record<number, string>>;
  byDate?: Partial<Record<string, string>>;
}

export const DEFAULT_LOTTERY_HOURS: LotteryHours = { usual: '19:00', byWeekday: { 0: '11:00' } };

/** Brasília is three hours behind UTC, without summer time since 2019. */
const BRASILIA = '-03:00';

/** When an extraction of this ISO date runs, at the earliest. */
export function extractionTime(date: string, { usual, byWeekday, byDate }: LotteryHours): Date {
  return new Date(`${date}T${byDate?.[date] ?? byWeekday[weekdayOf(date)] ?? usual}:00${BRASILIA}`);
}

const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sab'];
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** '19:00 dom=11:00': the usual hour, then weekdays with another one. Null when malformed. */
export function readLotteryHours(text: string): LotteryHours | null {
  const [usual = '', ...others] = text.trim().split(/\s+/);
  const byWeekday: LotteryHours['byWeekday'] = {};
  for (const other of others) {
    const [name = '', time = ''] = other.toLowerCase().split('=');
    const weekday = WEEKDAYS.indexOf(name);
    if (weekday === -1 || !TIME.test(time)) return null;
    byWeekday[weekday] = time;
  }
  return TIME.test(usual) ? { usual, byWeekday } : null;
}

/** @param known days with an hour from a source, oldest first: the latest of a weekday applies to later ones */
export function learnLotteryHours(
  setting: LotteryHours,
  known: readonly { date: string; time: string }[],
): LotteryHours {
  const byWeekday = { ...setting.byWeekday };
  const byDate: NonNullable<LotteryHours['byDate']> = {};
  for (const { date, time } of known) {
    byWeekday[weekdayOf(date)] = time;
    byDate[date] = time;
  }
  return { usual: setting.usual, byWeekday, byDate };
}
