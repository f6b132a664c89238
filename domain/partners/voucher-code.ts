/**
 * Voucher codes: 14 random characters (70 bits) and two check characters, in Crockford's base 32, which has no I, L, O
 * and U. A code therefore never starts with VALID, which the demonstration reserves.
 */

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const PAYLOAD_LENGTH = 14;
/** The largest prime below 32²: detects every single wrong character and every two swapped ones. */
const MODULUS = 1021;

/** @param randomBytes returns cryptographically random bytes */
export function makeVoucherCode(randomBytes: (count: number) => Uint8Array): string {
  const payload = Array.from(randomBytes(PAYLOAD_LENGTH), (byte) => ALPHABET[byte % 32]!).join('');
  return payload + checkCharacters(payload);
}

/**
 * Parses typed or scanned text: a code in any case, with spaces and hyphens, O for 0, I and L for 1, or the URL of the
 * QR code.
 * @returns null if the check characters do not match
 */
export function readVoucherCode(text: string): string | null {
  const carried = /[?&]voucher=([^&#]*)/.exec(text)?.[1] ?? text;
  const code = carried.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (!/^[0-9A-HJKMNP-TV-Z]{16}$/.test(code)) return null;
  const payload = code.slice(0, PAYLOAD_LENGTH);
  return checkCharacters(payload) === code.slice(PAYLOAD_LENGTH) ? code : null;
}

/** In groups of four: 'ABCD-EFGH-JKMN-PQRS'. */
export function formatVoucherCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code;
}

function checkCharacters(payload: string): string {
  let sum = 0;
  for (let index = 0; index < payload.length; index++)
    sum = (sum + (index + 2) * 37 * ALPHABET.indexOf(payload.charAt(index))) % MODULUS;
  return ALPHABET[sum >> 5]! + ALPHABET[sum & 31]!;
}
