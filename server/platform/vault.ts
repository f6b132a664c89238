/** Encrypts secrets in the database: AES-256-GCM, bound to their row. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { Random } from './clock.ts';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Vault {
  /** @param row identifies the row: a value copied into another row does not decrypt */
  seal(plain: Buffer, row: string): Buffer;
  /** @throws if the value was modified, belongs to another row or was encrypted with another secret */
  open(sealed: Buffer, row: string): Buffer;
  /** Keyed hash (32 bytes) for low-entropy values. */
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
