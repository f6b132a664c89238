/** Signature of the referral cookie: only visitors to whom the server gave one count as known. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { defineCache } from '../../platform/caches.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSecrets } from '../../platform/read-secret.ts';

const BYTES = 16;

const markKey = defineCache(({ config }: Pick<Platform, 'config'>) =>
  Buffer.from(hkdfSync('sha256', readSecrets(process.env, config)[0], 'mare-referrals', 'mark', 32)),
);

type Deps = Pick<Platform, 'config' | 'caches'>;

/** @param mark content of the cookie. @returns the mark with its signature */
export function signMark(platform: Deps, mark: string): string {
  return `${mark}.${signatureOf(platform, mark).toString('base64url')}`;
}

/** Whether the server signed the cookie. */
export function isSignedMark(platform: Deps, cookie: string): boolean {
  const [, mark, signature] = /^(.+)\.([A-Za-z0-9_-]{22})$/.exec(cookie) ?? [];
  if (!mark || !signature) return false;
  const given = Buffer.from(signature, 'base64url');
  return given.length === BYTES && timingSafeEqual(given, signatureOf(platform, mark));
}

function signatureOf(platform: Deps, mark: string): Buffer {
  return createHmac('sha256', markKey(platform)).update(mark).digest().subarray(0, BYTES);
}
