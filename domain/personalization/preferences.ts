/** Preferences of a buyer (spec: storefront, section 3). */
import { MACEIO_OFFSET_MS } from '../time/maceio-time.ts';
import { PREFERRED_PRICE_CENTAVOS } from './recommendations.ts';

export const CATEGORIES = ['product', 'service'] as const;
export type Category = (typeof CATEGORIES)[number];

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface Preferences {
  /** Empty means all. */
  favoriteCategories: Category[];
  /** Price of a cota. */
  minCentavos: number;
  maxCentavos: number;
  /** 'HH:MM' in Maceió. */
  notificationTime: string;
  /** Maximum frequency of offers. */
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

/** Sending takes minutes, so the next offer may be due slightly before a full period has passed. */
const TOLERANCE_MS = HOUR_MS;
const DAYS: Record<Frequency, number> = { daily: 1, weekly: 7, monthly: 30 };

/** The next occurrence of a time of day in Maceió. @param time 'HH:MM' */
export function nextNotificationTime(since: Date, time: string): Date {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  const local = since.getTime() + MACEIO_OFFSET_MS;
  const today = Math.floor(local / DAY_MS) * DAY_MS + hours * HOUR_MS + minutes * 60_000;
  return new Date((today < local ? today + DAY_MS : today) - MACEIO_OFFSET_MS);
}

/** Buyers who got an offer after this moment get no other yet. */
export function quietSince(now: Date, frequency: Frequency): Date {
  return new Date(now.getTime() - DAYS[frequency] * DAY_MS + TOLERANCE_MS);
}
