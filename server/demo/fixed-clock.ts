import type { Platform } from '../platform/platform.ts';

/** The platform with its clock fixed at another time, so that use cases write rows as of then. */
export function withFixedClock(platform: Platform, time: Date): Platform {
  return { ...platform, clock: { now: () => time } };
}
