/** Format of recovery codes: ten characters of an alphabet without look-alikes, 50 bits. */
import type { Auth } from '../auth.ts';

export const RECOVERY_CODES = 10;

// Crockford's base32: no I, L, O and U.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = 10;

/** Code such as 'K7M2P-9QXRA'. */
export function newRecoveryCode({ random }: Pick<Auth, 'random'>): string {
  const characters = [...random.bytes(CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`;
}

export function recoveryCodeHash({ vault }: Pick<Auth, 'vault'>, userId: string, code: string): Buffer {
  return vault.mac(hashedText(userId, code));
}

/** The hashes that a stored one may equal, one for each accepted secret. */
export function recoveryCodeHashes({ vault }: Pick<Auth, 'vault'>, userId: string, typed: string): Buffer[] {
  return vault.macs(hashedText(userId, typed));
}

/** Ignores case, spaces, hyphens, and look-alikes. */
function hashedText(userId: string, typed: string): string {
  const canonical = typed
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return `recovery-code:${userId}:${canonical}`;
}
