import { timingSafeEqual } from 'node:crypto';
import type { Auth } from '../auth.ts';

interface SentCode {
  userId: string;
  /** Digits with the country code. */
  phone: string;
  code: string;
}

const hashedText = ({ userId, phone, code }: SentCode) => `phone:${userId}:${phone}:${code}`;

export function phoneCodeHash({ vault }: Pick<Auth, 'vault'>, sent: SentCode): Buffer {
  return vault.mac(hashedText(sent));
}

/** Also accepts a code that was sent before the secret was rotated. */
export function isPhoneCode({ vault }: Pick<Auth, 'vault'>, sent: SentCode, hash: Buffer): boolean {
  return vault.macs(hashedText(sent)).some((mac) => timingSafeEqual(mac, hash));
}
