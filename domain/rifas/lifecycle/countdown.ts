/** Time left until a draw (spec: storefront, section 4). */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A countdown is urgent below this. */
export const URGENT_UNDER_MS = DAY_MS;

export interface Countdown {
  days: number;
  /** 0 to 23. */
  hours: number;
  /** 0 to 59. */
  minutes: number;
  /** 0 to 59. */
  seconds: number;
  /** Under 24 hours and not over. */
  urgent: boolean;
  /** The draw time has passed; all parts are zero. */
  over: boolean;
}

export function countdown(to: Date, now: Date): Countdown {
  const left = Math.max(0, to.getTime() - now.getTime());
  return {
    days: Math.floor(left / DAY_MS),
    hours: Math.floor((left % DAY_MS) / HOUR_MS),
    minutes: Math.floor((left % HOUR_MS) / MINUTE_MS),
    seconds: Math.floor((left % MINUTE_MS) / SECOND_MS),
    urgent: left > 0 && left < URGENT_UNDER_MS,
    over: left === 0,
  };
}
