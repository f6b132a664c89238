const E164 = /^[1-9][0-9]{9,14}$/;
// Area code and number: mobile numbers have nine digits and begin with 9.
const BRAZILIAN_MOBILE = /^55[1-9][1-9]9[0-9]{8}$/;

/**
 * @param countries allowed calling codes
 * @returns E.164 without the plus sign, or null if we cannot send text messages to it
 */
export function normalizePhone(typed: string, countries: string[]): string | null {
  const digits = typed.replace(/^\+/, '').replaceAll(/[ ()-]/g, '');
  if (!E164.test(digits) || !countries.some((country) => digits.startsWith(country))) return null;
  return digits.startsWith('55') && !BRAZILIAN_MOBILE.test(digits) ? null : digits;
}
