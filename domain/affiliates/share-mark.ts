/** The cookie of the last personal link followed: content, signature and 30 days as in the referral cookie. */
export const SHARE_COOKIE = 'mare_share';

/** @returns null if it is not a code of a personal link */
export function readShareCode(text: string): string | null {
  return /^[A-Z0-9]{8}$/.test(text) ? text : null;
}
