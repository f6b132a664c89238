/** Public code of an affiliate in referral links: 8 uppercase letters and digits. */

const LENGTH = 8;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Larger bytes would bias the result and are rejected. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

/** Query parameter of a referral link. */
export const REFERRAL_PARAMETER = 'ref';

/** @param randomBytes returns that many random bytes */
export function makeAffiliateCode(randomBytes: (count: number) => Uint8Array): string {
  let code = '';
  while (code.length < LENGTH)
    for (const byte of randomBytes(LENGTH * 2))
      if (byte < FAIR_BYTES && code.length < LENGTH) code += ALPHABET[byte % ALPHABET.length];
  return code;
}

/**
 * Trims and upper-cases.
 * @returns null if it is not a code
 */
export function readAffiliateCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  return /^[A-Z0-9]{8}$/.test(code) ? code : null;
}
