// Caching rules of the service worker. Pages are the same for every visitor; personal data comes from /api, which is
// never cached here.
self.offlineRules = (() => {
  const OFFLINE_PAGE = '/sem-internet';

  const CACHED_PAGES = [
    /^\/$/,
    /^\/rifa\/[^/]+(?:\/anonymous|\/premiadas)?$/,
    /^\/resultado(?:\/[^/]+)?$/,
    /^\/(?:dashboard|meus-numeros|meus-vouchers|balcao|ranking|como-participar|sobre|suporte|jogo-responsavel|termos|privacidade)$/,
  ];

  /** Page of a stand without a network: kept once a seller opened it, also over new builds. */
  const STAND_PAGE = '/balcao';

  /** Navigable URLs that are not pages of this app. */
  const NOT_PAGES = /^\/(?:api|auth\/v1|webhooks|sandbox-mp)(?:\/|$)|\.[a-z\d]{2,5}$/;

  /**
   * Caching strategy of a request: 'page', 'asset' (a built file), 'picture', 'routes' (of links), 'document' (opened
   * like a page, never cached), or null for the browser's default.
   */
  function kindOf({ method, mode, url }, origin) {
    const { origin: to, pathname } = new URL(url);
    if (method !== 'GET' || to !== origin) return null;
    if (pathname.startsWith('/assets/')) return 'asset';
    if (pathname.startsWith('/imagens/')) return 'picture';
    if (pathname === '/__manifest') return 'routes';
    if (mode !== 'navigate') return null;
    return NOT_PAGES.test(pathname) ? 'document' : 'page';
  }

  /** Cache key of a URL; null if it must not be cached (it contains a secret or a query, or is useless offline). */
  function cacheKeyOf(url) {
    const { pathname, search } = new URL(url);
    if (pathname === OFFLINE_PAGE) return OFFLINE_PAGE;
    return search === '' && CACHED_PAGES.some((page) => page.test(pathname)) ? pathname : null;
  }

  /** Built files that a page references. */
  function assetsIn(html) {
    return [...new Set(html.match(/\/assets\/[\w.~-]+\.(?:js|css|woff2)/g) ?? [])];
  }

  /** File that lists all routes of the build that asks for some. */
  function routesFile(url) {
    return `/assets/manifest-${new URL(url).searchParams.get('version')}.js`;
  }

  /** Build id of a page: the hash in the name of its route manifest. Null if absent. */
  function buildOf(html) {
    return /\/assets\/manifest-([\w-]+)\.js/.exec(html)?.[1] ?? null;
  }

  /** Offline page that links back to `url`. */
  function offlineScreenFor(url) {
    const { pathname, search } = new URL(url);
    return `${OFFLINE_PAGE}?para=${encodeURIComponent(pathname + search)}`;
  }

  return { OFFLINE_PAGE, STAND_PAGE, kindOf, cacheKeyOf, assetsIn, routesFile, buildOf, offlineScreenFor };
})();
