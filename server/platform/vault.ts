/** Encrypts secrets in the database: AES-256-GCM, bound to their row. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import type { Random } from './clock.ts';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Vault {
  /** @param row identifies the row: a value copied into another row does not decrypt */
  seal(plain: Buffer, row: string): Buffer;
  /** @throws if the value was modified, belongs to another row or was encrypted with a secret that is not accepted */
  open(sealed: Buffer, row: string): Buffer;
  /** Like `open`. @returns null instead of an error */
  tryOpen(sealed: Buffer, row: string): Buffer | null;
  /**
   * Re-encrypts with the current secret.
   * @returns null if it is encrypted with it already
   */
  reseal(sealed: Buffer, row: string): Buffer | null;
  /** Keyed hash (32 bytes) for low-entropy values. */
  mac(text: string): Buffer;
  /** MACs with every accepted secret, the current one first, to compare with stored hashes. */
  macs(text: string): Buffer[];
}

/** The first secret encrypts and hashes; all decrypt and compare, so that a secret can be rotated. */
export type VaultSecrets = string | readonly [string, ...string[]];

export function openVault(secrets: VaultSecrets, random: Random): Vault {
  const keys = (typeof secrets === 'string' ? [secrets] : secrets).map(keysOf);
  const current = keys[0]!;
  const seal = (plain: Buffer, row: string) => {
    const nonce = random.bytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', current.seal, nonce).setAAD(Buffer.from(row));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
  };
  const tryOpen = (sealed: Buffer, row: string) => {
    for (const { seal: key } of keys) {
      const plain = decrypt(sealed, row, key);
      if (plain) return plain;
    }
    return null;
  };
  const open = (sealed: Buffer, row: string) => {
    const plain = tryOpen(sealed, row);
    if (!plain)
      throw new Error('sealed value cannot be opened: it was modified, or belongs to another row or secret');
    return plain;
  };
  return {
    seal,
    open,
    tryOpen,
    reseal: (sealed, row) => (decrypt(sealed, row, current.seal) ? null : seal(open(sealed, row), row)),
    mac: (text) => macOf(text, current.mac),
    macs: (text) => keys.map(({ mac }) => macOf(text, mac)),
  };
}

export interface ResealCount {
  resealed: number;
  /** Number of values that no accepted secret decrypts. */
  unopened: number;
}

/** Like `Vault.reseal`, and counts the result. @returns null if there is nothing to store */
export function countResealed(vault: Vault, sealed: Buffer, row: string, count: ResealCount): Buffer | null {
  if (!vault.tryOpen(sealed, row)) {
    count.unopened += 1;
    return null;
  }
  const resealed = vault.reseal(sealed, row);
  if (resealed) count.resealed += 1;
  return resealed;
}

function keysOf(secret: string) {
  // Key objects: using a key's raw bytes costs four times as much.
  const derive = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'mare-auth', purpose, 32)));
  return { seal: derive('vault'), mac: derive('mac') };
}

const macOf = (text: string, key: KeyObject) => createHmac('sha256', key).update(text).digest();

function decrypt(sealed: Buffer, row: string, key: KeyObject): Buffer | null {
  if (sealed[0] !== VERSION) throw new Error('sealed value of an unknown version');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  const body = sealed.subarray(1 + NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(row)).setAuthTag(tag);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    return null;
  }
}
