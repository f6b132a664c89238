/** Keeps secrets unreadable in the database: AES-256-GCM, bound to the row they belong to. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { Random } from './clock.ts';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Vault {
  /** @param row names the row, so that a sealed value copied into another row does not open. */
  seal(plain: Buffer, row: string): Buffer;
  /** @throws when the value was changed, belongs to another row, or was sealed with another secret. */
  open(sealed: Buffer, row: string): Buffer;
  /** A keyed hash, for what is too short or too predictable to be hashed alone. 32 bytes. */
  mac(text: string): Buffer;
}

export function openVault(secret: string, random: Random): Vault {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'mare-auth', purpose, 32));
  const key = derive('vault');
  const macKey = derive('mac');
  return {
    seal(plain, row) {
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(row));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, row) {
      if (sealed[0] !== VERSION) throw new Error('sealed value of an unknown version');
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
      const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
      const body = sealed.subarray(1 + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(row)).setAuthTag(tag);
      return Buffer.concat([decipher.update(body), decipher.final()]);
    },
    mac: (text) => createHmac('sha256', macKey).update(text).digest(),
  };
}
