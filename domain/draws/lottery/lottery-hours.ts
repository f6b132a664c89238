/** The hour of an extraction. No source reports it, so it is a setting of the shop, by weekday. */
import { weekdayOf } from './extraction.ts';

/** Times of day in Brasília, `HH:MM`, by weekday (0 is Sunday); `usual` for the others. */
export interface LotteryHours {
  usual: string;
  byWeekday: Partial<Record<number, string>>;
}

export const DEFAULT_LOTTERY_HOURS: LotteryHours = { usual: '19:00', byWeekday: { 0: '11:00' } };

/** Brasília is three hours behind UTC, without summer time since 2019. */
const BRASILIA = '-03:00';

/** When an extraction of this ISO date runs, at the earliest. */
export function extractionTime(date: string, { usual, byWeekday }: LotteryHours): Date {
  return new Date(`${date}T${byWeekday[weekdayOf(date)] ?? usual}:00${BRASILIA}`);
}
