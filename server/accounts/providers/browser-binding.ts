/** Binds a sign-in at a provider to the browser that started it. */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isHttpsUrl } from '../../platform/http/http.ts';
import type { Auth } from '../auth.ts';

const COOKIE = 'auth-browser';
const VALUE = /^[A-Za-z0-9_-]{43}$/;
/** Longer than a sign-in at a provider may take. */
const MAX_AGE_SECONDS = 600;

/** Sets the cookie, or renews it: several tabs may sign in at the same time. @returns its value */
export function bindBrowser({ random, settings }: Pick<Auth, 'random' | 'settings'>, c: Context): string {
  const value = boundBrowser(c) ?? random.bytes(32).toString('base64url');
  setCookie(c, COOKIE, value, {
    path: new URL(settings.externalUrl).pathname,
    // Lax: the callback is a navigation from the provider's site.
    sameSite: 'Lax',
    httpOnly: true,
    secure: isHttpsUrl(settings.externalUrl),
    maxAge: MAX_AGE_SECONDS,
  });
  return value;
}

/** @returns the value of this browser's cookie, null without one */
export function boundBrowser(c: Context): string | null {
  const value = getCookie(c, COOKIE);
  return value && VALUE.test(value) ? value : null;
}
