/** A response of the server and when it arrived here. */
export interface TimedAnswer {
  /** Time of the server's response, ISO 8601. */
  answeredAt: string;
  /** By this device's clock, ms since 1970. A cached answer keeps it. */
  receivedAt: number;
}

/**
 * Seconds until a moment by the server's clock, at least 0.
 * @param until ISO 8601
 * @param now by this device's clock, ms since 1970
 */
export function secondsLeft(until: string, answer: TimedAnswer, now: number): number {
  return Math.max(0, Math.round((Date.parse(until) - serverTime(answer, now)) / 1000));
}

/** Whether a moment has passed by the server's clock. The parameters are those above. */
export function hasPassed(until: string, answer: TimedAnswer, now: number): boolean {
  return serverTime(answer, now) >= Date.parse(until);
}

function serverTime({ answeredAt, receivedAt }: TimedAnswer, now: number): number {
  return Date.parse(answeredAt) + now - receivedAt;
}
