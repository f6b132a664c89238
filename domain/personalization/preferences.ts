/** What a buyer may say of their own taste (spec: storefront, section 3). */
import { MACEIO_OFFSET_MS } from '../maceio-time.ts';
import { PREFERRED_PRICE_CENTAVOS } from './recommendations.ts';

/** What the first prize of a rifa is. */
export const CATEGORIES = ['product', 'service'] as const;
export type Category = (typeof CATEGORIES)[number];

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface Preferences {
  /** None: everything. */
  favoriteCategories: Category[];
  /** Price of a cota. */
  minCentavos: number;
  maxCentavos: number;
  /** 'HH:MM' in Maceió. */
  notificationTime: string;
  /** Offers come no more often than this. */
  frequency: Frequency;
  theme: Theme;
}

export const DEFAULT_PREFERENCES: Preferences = {
  favoriteCategories: [],
  minCentavos: PREFERRED_PRICE_CENTAVOS.min,
  maxCentavos: PREFERRED_PRICE_CENTAVOS.max,
  notificationTime: '19:00',
  frequency: 'weekly',
  theme: 'auto',
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Offers go out in minutes, not at once: a week later may be a little less than seven days. */
const TOLERANCE_MS = HOUR_MS;
const DAYS: Record<Frequency, number> = { daily: 1, weekly: 7, monthly: 30 };

/** The first moment from `since` on at which the clocks of Maceió show the time. @param time 'HH:MM' */
export function nextNotificationTime(since: Date, time: string): Date {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  const local = since.getTime() + MACEIO_OFFSET_MS;
  const today = Math.floor(local / DAY_MS) * DAY_MS + hours * HOUR_MS + minutes * 60_000;
  return new Date((today < local ? today + DAY_MS : today) - MACEIO_OFFSET_MS);
}

/** Whoever was written to after this moment is not written to again yet. */
export function quietSince(now: Date, frequency: Frequency): Date {
  return new Date(now.getTime() - DAYS[frequency] * DAY_MS + TOLERANCE_MS);
}
