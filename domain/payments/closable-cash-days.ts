/** Days that a count of the cash drawer may close. */
import { dateInMaceio, midnightInMaceio } from '../time/maceio-time.ts';

const DAY_MS = 86_400_000;
/** A fair may end, and its phones may send their sales, after midnight. */
const NIGHT_MS = 6 * 3_600_000;

/**
 * Today, unless it is closed, and also yesterday if it was not closed before and cash moved on it. Days are 'YYYY-MM-DD'.
 * @param latestDay latest closed day; null if none is
 * @param movedDays days on which cash moved
 * @returns the day that the count most likely belongs to first
 */
export function closableCashDays(
  now: Date,
  { latestDay, movedDays }: { latestDay: string | null; movedDays: readonly string[] },
): string[] {
  const [today, yesterday] = [dateInMaceio(now), dateInMaceio(new Date(now.getTime() - DAY_MS))];
  if (latestDay !== null && latestDay >= today) return [];
  const isNight = now.getTime() - midnightInMaceio(now).getTime() < NIGHT_MS;
  const hasMovedToday = movedDays.includes(today);
  const isYesterdayOpen =
    (latestDay === null || latestDay < yesterday) &&
    (movedDays.includes(yesterday) || (isNight && hasMovedToday));
  if (!isYesterdayOpen) return [today];
  return hasMovedToday && !isNight ? [today, yesterday] : [yesterday, today];
}
