import { links } from '../../links.ts';

/** Where to go after signing in: the page that asked for it, if it is one of ours. */
export function returnAddress(search: URLSearchParams): string {
  const wanted = search.get('voltar');
  return wanted && /^\/(?![/\\])/.test(wanted) ? wanted : links.dashboard();
}
