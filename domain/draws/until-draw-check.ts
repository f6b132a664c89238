const MINUTE_MS = 60_000;
/** The official source has the result by then. */
const EXPECTED_WITHIN_MS = 180 * MINUTE_MS;
const NEAR_EVERY_MS = 10_000;
const FAR_EVERY_MS = MINUTE_MS;

interface AwaitedDraw {
  /** Number of the extraction that decides next; null before sealing and after the draw. */
  awaits: number | null;
  /** When it is expected to run, ISO 8601. */
  drawDate: string;
}

/**
 * Delay (ms) until an open page fetches the result of a sealed draw again: short in the three hours after the extraction,
 * longer before and later. False when no result is awaited.
 */
export function untilDrawCheck({ awaits, drawDate }: AwaitedDraw, now: Date): number | false {
  if (awaits === null) return false;
  const left = new Date(drawDate).getTime() - now.getTime();
  if (left < -EXPECTED_WITHIN_MS) return FAR_EVERY_MS;
  return left > NEAR_EVERY_MS ? Math.min(left, FAR_EVERY_MS) : NEAR_EVERY_MS;
}
