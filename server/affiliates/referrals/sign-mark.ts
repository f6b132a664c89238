/** Signature of the referral cookie, so that visitor ids cannot be invented. */
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { defineCache } from '../../platform/caching/caches.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSecrets } from '../../platform/config/read-secret.ts';

const BYTES = 16;

/** Newest first. */
const markKeys = defineCache(({ config }: Pick<Platform, 'config'>) =>
  readSecrets(process.env, config).map((secret) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'mare-referrals', 'mark', 32))),
  ),
);

type Deps = Pick<Platform, 'config' | 'caches'>;

/** @param mark content of the cookie. @returns the mark with its signature */
export function signMark(platform: Deps, mark: string): string {
  return `${mark}.${signatureOf(markKeys(platform)[0]!, mark).toString('base64url')}`;
}

/** Whether the server signed the cookie. */
export function isSignedMark(platform: Deps, cookie: string): boolean {
  const [, mark, signature] = /^(.+)\.([A-Za-z0-9_-]{22})$/.exec(cookie) ?? [];
  if (!mark || !signature) return false;
  const actual = Buffer.from(signature, 'base64url');
  return (
    actual.length === BYTES &&
    markKeys(platform).some((key) => timingSafeEqual(actual, signatureOf(key, mark)))
  );
}

function signatureOf(key: KeyObject, mark: string): Buffer {
  return createHmac('sha256', key).update(mark).digest().subarray(0, BYTES);
}
