/**
 * Scripts that the browser loads to hydrate a page: those that its HTML preloads or imports. Its inline route manifest
 * names further ones, which only a navigation loads.
 */
export function firstScripts(html: string): Set<string> {
  const named = html.matchAll(/(?:<link rel="modulepreload"[^>]* href=|\bfrom )"(\/assets\/[\w.~-]+\.js)"/g);
  return new Set([...named].map(([, address]) => address!));
}
