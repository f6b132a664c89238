import type { Platform } from '../platform/platform.ts';

/** The same shop with its clock at another time: use cases leave what they would have left then. */
export function platformAsOf(platform: Platform, time: Date): Platform {
  return { ...platform, clock: { now: () => time } };
}
