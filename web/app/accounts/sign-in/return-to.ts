import { links } from '../../links.ts';

/** State of the history entry of a page on which the e-mail is already typed. */
export interface TypedEmail {
  email?: string;
  /** A code is on its way to it. */
  isCodeSent?: boolean;
}

/** Redirect target after sign-in. Only paths of this site are allowed. */
export function returnPath(search: URLSearchParams): string {
  return ownPath(search.get('voltar')) ?? links.dashboard();
}

/** Null unless it is a path of this site (prevents open redirects). */
export function ownPath(path: string | null): string | null {
  return path && /^\/(?![/\\])/.test(path) ? path : null;
}
