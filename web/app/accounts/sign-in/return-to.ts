import { links } from '../../links.ts';

/** Where to go after signing in: the page that asked for it, if it is one of ours. */
export function returnAddress(search: URLSearchParams): string {
  return ownAddress(search.get('voltar')) ?? links.dashboard();
}

/** Null for one that leads elsewhere. */
export function ownAddress(wanted: string | null): string | null {
  return wanted && /^\/(?![/\\])/.test(wanted) ? wanted : null;
}
