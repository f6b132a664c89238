/** Revenue of mails: a paid order belongs to the mail that its buyer clicked last before it, if that was recent. */

export const LAST_TOUCH_DAYS = 7;
const LAST_TOUCH_MS = LAST_TOUCH_DAYS * 86_400_000;

export interface MailClick {
  mailId: string;
  clickedAt: Date;
}

/** @returns the mail that an order belongs to; of clicks at the same moment, that of the greatest id */
export function findLastTouch(clicks: readonly MailClick[], orderedAt: Date): string | null {
  const before = clicks
    .filter(({ clickedAt }) => clickedAt <= orderedAt)
    .toSorted(
      (one, other) =>
        one.clickedAt.getTime() - other.clickedAt.getTime() || (one.mailId < other.mailId ? -1 : 1),
    );
  const last = before.at(-1);
  return last && orderedAt.getTime() - last.clickedAt.getTime() < LAST_TOUCH_MS ? last.mailId : null;
}
