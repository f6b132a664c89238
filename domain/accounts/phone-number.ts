const E164 = /^[1-9][0-9]{9,14}$/;
// Area code and number: mobile numbers have nine digits and begin with 9.
const BRAZILIAN_MOBILE = /^55[1-9][1-9]9[0-9]{8}$/;

/** Area codes begin with 1 to 9; landlines have eight digits. */
const BRAZILIAN = /^[1-9][1-9](?:9[0-9]{8}|[2-5][0-9]{7})$/;

/**
 * Reads a Brazilian phone in any writing: with or without +55, the 0 of long distance, spaces and punctuation.
 * @returns area code and number, digits only, as profiles store it; null when it is none
 */
export function readBrazilianPhone(typed: string): string | null {
  const digits = typed.replaceAll(/\D/g, '').replace(/^0+/, '');
  const national = digits.length > 11 ? digits.replace(/^55/, '') : digits;
  const number = national.replace(/^0+/, '');
  return BRAZILIAN.test(number) ? number : null;
}

/**
 * @param countries allowed calling codes
 * @returns E.164 without the plus sign, or null if we cannot send text messages to it
 */
export function normalizePhone(typed: string, countries: string[]): string | null {
  const digits = typed.replace(/^\+/, '').replaceAll(/[ ()-]/g, '');
  if (!E164.test(digits) || !countries.some((country) => digits.startsWith(country))) return null;
  return digits.startsWith('55') && !BRAZILIAN_MOBILE.test(digits) ? null : digits;
}
