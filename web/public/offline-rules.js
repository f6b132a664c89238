// What is kept for a visit without a network, and what never is. Pages are the same for everybody who asks for their
// address; what belongs to a person comes from /api, which is not touched here.
self.offlineRules = (() => {
  const OFFLINE_PAGE = '/sem-internet';

  const KEPT_PAGES = [
    /^\/$/,
    /^\/rifa\/[^/]+(?:\/anonymous|\/premiadas)?$/,
    /^\/resultado(?:\/[^/]+)?$/,
    /^\/(?:dashboard|meus-numeros|ranking|como-participar|sobre|suporte|jogo-responsavel|termos|privacidade)$/,
  ];

  /** Addresses that are no page of ours, though a browser may be led there. */
  const NOT_PAGES = /^\/(?:api|auth\/v1|webhooks|sandbox-mp)(?:\/|$)|\.[a-z\d]{2,5}$/;

  /** How to answer a request: 'page', 'asset' (a built file), 'picture', or null to leave it to the browser. */
  function kindOf({ method, mode, url }, origin) {
    const { origin: to, pathname } = new URL(url);
    if (method !== 'GET' || to !== origin) return null;
    if (pathname.startsWith('/assets/')) return 'asset';
    if (pathname.startsWith('/imagens/')) return 'picture';
    return mode === 'navigate' && !NOT_PAGES.test(pathname) ? 'page' : null;
  }

  /** Under what name an address is kept; null for one that is not: a secret in it, a choice in it, or of no use later. */
  function keptAs(url) {
    const { pathname, search } = new URL(url);
    if (pathname === OFFLINE_PAGE) return OFFLINE_PAGE;
    return search === '' && KEPT_PAGES.some((page) => page.test(pathname)) ? pathname : null;
  }

  /** The built files that a page names. */
  function assetsIn(html) {
    return [...new Set(html.match(/\/assets\/[\w.~-]+\.(?:js|css|woff2)/g) ?? [])];
  }

  /** Names the build that a page comes from: its table of routes carries a hash of everything. Null without one. */
  function buildOf(html) {
    return /\/assets\/manifest-([\w-]+)\.js/.exec(html)?.[1] ?? null;
  }

  /** Where somebody who asked for `url` is led meanwhile. */
  function offlineScreenFor(url) {
    const { pathname, search } = new URL(url);
    return `${OFFLINE_PAGE}?para=${encodeURIComponent(pathname + search)}`;
  }

  return { OFFLINE_PAGE, kindOf, keptAs, assetsIn, buildOf, offlineScreenFor };
})();
