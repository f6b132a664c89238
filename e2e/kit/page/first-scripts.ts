/**
 * Scripts that the browser loads to hydrate a page: those that its HTML preloads or imports. Further scripts in its
 * inline route manifest are loaded by navigations only.
 */
export function firstScripts(html: string): Set<string> {
  const named = html.matchAll(/(?:<link rel="modulepreload"[^>]* href=|\bfrom )"(\/assets\/[\w.~-]+\.js)"/g);
  return new Set([...named].map(([, url]) => url!));
}
