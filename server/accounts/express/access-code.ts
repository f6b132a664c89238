import { timingSafeEqual } from 'node:crypto';
import type { Contact } from '@mare/domain/accounts/contact.ts';
import type { Auth } from '../auth.ts';

export const CODE_TRIES = 5;

export interface AccessCodeRequest {
  accessId: string;
  contact: Contact;
  /** The caller's account. */
  askedBy: string | null;
}

const hashedText = (accessId: string, code: string) => `access:${accessId}:${code}`;

export function accessCodeHash({ vault }: Pick<Auth, 'vault'>, accessId: string, code: string): Buffer {
  return vault.mac(hashedText(accessId, code));
}

/** Also accepts a code that was sent before the secret was rotated. */
export function isAccessCode(
  { vault }: Pick<Auth, 'vault'>,
  accessId: string,
  { code, hash }: { code: string; hash: Buffer },
): boolean {
  return vault.macs(hashedText(accessId, code)).some((mac) => timingSafeEqual(mac, hash));
}
