/** Backoff schedules for polling the provider. They do not depend on webhooks. */

const SECOND_MS = 1000;
/**
 * Payments without a webhook are found by the search for changes every 10 seconds; these reads cover payments that
 * the search does not list.
 */
const OPEN_SECONDS = [30, 60, 120];
const OPEN_LATER_SECONDS = 240;
/** Seconds after an attempt is closed; money in flight may still arrive. */
const CLOSED_SECONDS = [300, 3_600, 21_600, 86_400, 259_200];
const RETRY_SECONDS = [1, 5, 15, 30, 60];
const CLOSE_RETRY_SECONDS = [10, 20, 40, 80, 120];
const WEBHOOK_RETRY_SECONDS = [5, 30, 120, 600, 3_600, 21_600];
const REFUND_RETRY_SECONDS = [5, 10, 20, 60, 300, 1_800, 3_600];
const NO_FUNDS_SECONDS = [900, 3_600, 21_600, 86_400];
/** The end of a dispute sends its refunds at once; this retry covers a lost notice of the end. */
const DISPUTE_SECONDS = [900, 3_600, 21_600, 86_400];

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * SECOND_MS);
const step = (now: Date, steps: number[], index: number) =>
  later(now, steps[Math.min(index, steps.length - 1)]!);

export const nextOpenCheck = (now: Date, checks: number) =>
  later(now, OPEN_SECONDS[checks] ?? OPEN_LATER_SECONDS);
export const firstCheckAfterClose = (now: Date) => later(now, CLOSED_SECONDS[0]!);
/** @param checks done since the attempt was closed. @returns null after the last one */
export function nextCheckAfterClose(now: Date, checks: number): Date | null {
  const seconds = CLOSED_SECONDS[checks + 1];
  return seconds === undefined ? null : later(now, seconds - CLOSED_SECONDS[checks]!);
}
export const nextUnknownCheck = (now: Date, checks: number) => step(now, RETRY_SECONDS, checks);
export const nextCloseTry = (now: Date, tries: number) => step(now, CLOSE_RETRY_SECONDS, tries);
/** @returns null when retries are exhausted and an admin has to review it */
export const nextWebhookTry = (now: Date, failures: number) =>
  failures < WEBHOOK_RETRY_SECONDS.length ? later(now, WEBHOOK_RETRY_SECONDS[failures]!) : null;
export const nextRefundTry = (now: Date, tries: number) => step(now, REFUND_RETRY_SECONDS, tries);
export const nextTryForDispute = (now: Date, tries: number) => step(now, DISPUTE_SECONDS, tries);
export const nextTryForFunds = (now: Date, tries: number) => step(now, NO_FUNDS_SECONDS, tries);
