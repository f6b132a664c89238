/** Cookies of a request and its response. Always HttpOnly. */
import { parse, serialize } from 'hono/utils/cookie';
import { isHttpsUrl } from '../http.ts';

export interface CookieSettings {
  /** 0 deletes the cookie. */
  maxAgeSeconds: number;
  path: string;
  /** `Strict` for sessions; `Lax` for cookies needed on navigation from other sites. */
  sameSite: 'Strict' | 'Lax';
}

export interface Cookies {
  read(name: string): string | undefined;
  set(name: string, value: string, settings: CookieSettings): void;
}

export interface RequestCookies extends Cookies {
  /** Set-Cookie values of the response. */
  setCookies: string[];
}

/** @param publicUrl with https, sets Secure */
export function requestCookies(header: string | undefined, publicUrl: string): RequestCookies {
  const setCookies: string[] = [];
  return {
    setCookies,
    read: (name) => parse(header ?? '', name)[name],
    set(name, value, { maxAgeSeconds, path, sameSite }) {
      const secure = isHttpsUrl(publicUrl);
      setCookies.push(
        serialize(name, value, { maxAge: maxAgeSeconds, path, sameSite, httpOnly: true, secure }),
      );
    },
  };
}
