/** Cookies of one request, and those its answer sets. Never readable by scripts. */
import { parse, serialize } from 'hono/utils/cookie';
import { isHttpsUrl } from './http.ts';

export interface CookieSettings {
  /** 0 takes the cookie away. */
  maxAgeSeconds: number;
  path: string;
  /** `Strict` for sessions; `Lax` for what has to survive coming from another site. */
  sameSite: 'Strict' | 'Lax';
}

export interface Cookies {
  read(name: string): string | undefined;
  set(name: string, value: string, settings: CookieSettings): void;
}

export interface RequestCookies extends Cookies {
  /** Values of the answer's Set-Cookie headers. */
  answers: string[];
}

/** @param publicUrl decides whether cookies are for https alone */
export function requestCookies(header: string | undefined, publicUrl: string): RequestCookies {
  const answers: string[] = [];
  return {
    answers,
    read: (name) => parse(header ?? '', name)[name],
    set(name, value, { maxAgeSeconds, path, sameSite }) {
      const secure = isHttpsUrl(publicUrl);
      answers.push(serialize(name, value, { maxAge: maxAgeSeconds, path, sameSite, httpOnly: true, secure }));
    },
  };
}
