/** The public name of an affiliate: 8 uppercase letters and digits, which the referral link carries. */

const LENGTH = 8;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Bytes from here on would favour the first letters, and are left out. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

/** Query parameter of a referral link. */
export const REFERRAL_PARAMETER = 'ref';

/** @param randomBytes gives that many unguessable bytes. */
export function makeAffiliateCode(randomBytes: (count: number) => Uint8Array): string {
  let code = '';
  while (code.length < LENGTH)
    for (const byte of randomBytes(LENGTH * 2))
      if (byte < FAIR_BYTES && code.length < LENGTH) code += ALPHABET[byte % ALPHABET.length];
  return code;
}

/** As people write it, in any case and with spaces around. @returns null when it cannot be a code. */
export function readAffiliateCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  return /^[A-Z0-9]{8}$/.test(code) ? code : null;
}
