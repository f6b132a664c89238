/** Validation of e-mail addresses and passwords. */

export const PASSWORD_MIN_CHARACTERS = 6;
export const PASSWORD_MAX_CHARACTERS = 72;
const EMAIL_MAX_CHARACTERS = 255;

// The pattern of HTML's <input type=email>: one @, no spaces, quotes or control characters, ASCII only. Other than
// there, the domain has a dot: no mail reaches another one.
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/** @returns the e-mail address in lower case, unique per account, or null if it is invalid */
export function normalizeEmail(text: string): string | null {
  return text.length <= EMAIL_MAX_CHARACTERS && EMAIL.test(text) ? text.toLowerCase() : null;
}

export type PasswordLength = 'short' | 'long' | 'fine';

/** Counts Unicode code points. The password is not trimmed or normalized. */
export function validatePasswordLength(password: string): PasswordLength {
  const characters = Array.from(password).length;
  if (characters < PASSWORD_MIN_CHARACTERS) return 'short';
  return characters > PASSWORD_MAX_CHARACTERS ? 'long' : 'fine';
}
