// Offline support. Pages are network-first: the cache is used offline or after a timeout.
// There is one cache per build; the first page of a new build creates its cache and deletes the others.
const { OFFLINE_PAGE, STAND_PAGE, kindOf, cacheKeyOf, assetsIn, routesFile, buildOf, offlineScreenFor } =
  self.offlineRules;
const PREFIX = 'mare-';
/** Network timeout for a page that is cached. */
const NETWORK_TIMEOUT_MS = 5_000;
const MAX_PAGES = 40;
const MAX_PICTURES = 60;
/** Precached, so that a buyer's numbers open offline even if these pages were never visited. */
const ESSENTIAL = [OFFLINE_PAGE, '/', '/dashboard', '/meus-numeros'];
/** Never dropped for newer pages. */
const LASTING = new Set([...ESSENTIAL, STAND_PAGE]);

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(fetchAndCachePage(OFFLINE_PAGE).catch(ignore));
});

self.addEventListener('activate', (event) => event.waitUntil(begin()));

self.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, self.location.origin);
  if (kind === 'page') event.respondWith(answerPage(event));
  // The preload has requested it already. Without this the browser would do so again, and a mailed link works once.
  if (kind === 'document') event.respondWith(fromNetwork(event));
  if (kind === 'asset' || kind === 'picture') event.respondWith(answerFile(event.request, kind));
  if (kind === 'routes') event.respondWith(fetch(event.request).catch(() => cachedRoutes(event.request)));
});

// A page that was opened before this worker started sends the files it uses.
self.addEventListener('message', (event) => {
  if (Array.isArray(event.data?.files)) event.waitUntil(cacheFiles(event.data.files).catch(ignore));
  if (event.data?.standPage) event.waitUntil(fetchAndCachePage(STAND_PAGE).catch(ignore));
});

async function begin() {
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
  const open = await self.clients.matchAll({ type: 'window' });
  for (const { url } of open) if (cacheKeyOf(url)) await fetchAndCachePage(cacheKeyOf(url)).catch(ignore);
}

async function answerPage(event) {
  const { url } = event.request;
  const network = fromNetwork(event);
  event.waitUntil(network.then((page) => cachePage(url, page.clone())).catch(ignore));
  const cached = cacheKeyOf(url) && (await caches.match(cacheKeyOf(url)));
  try {
    return await (cached ? Promise.race([network, rejectAfterTimeout()]) : network);
  } catch {
    return cached || redirectToOfflineScreen(url);
  }
}

async function fromNetwork(event) {
  return (await event.preloadResponse) ?? fetch(event.request);
}

function rejectAfterTimeout() {
  return new Promise((_resolve, reject) =>
    setTimeout(() => reject(new Error('too slow')), NETWORK_TIMEOUT_MS),
  );
}

async function redirectToOfflineScreen(url) {
  const here = cacheKeyOf(url) === OFFLINE_PAGE || !(await caches.match(OFFLINE_PAGE));
  return here ? Response.error() : Response.redirect(offlineScreenFor(url), 302);
}

/** Cache-first: file names contain a content hash, so files never change. */
async function answerFile(request, kind) {
  const cached = await caches.match(request.url);
  if (cached) return cached;
  const file = await fetch(request);
  const cache = await newestCache();
  if (file.ok && cache) {
    await cache.put(request.url, file.clone());
    if (kind === 'picture') await dropOldest(cache, 'picture', MAX_PICTURES);
  }
  return file;
}

/** Pages name the file of all routes, so that it is cached with them. */
async function cachedRoutes({ url }) {
  const file = await caches.match(routesFile(url));
  if (!file) return Response.error();
  const script = await file.text();
  const { routes } = JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1));
  return Response.json(routes);
}

async function fetchAndCachePage(path) {
  await cachePage(path, await fetch(path, { credentials: 'omit' }));
}

/** Caches a page and the files it references. */
async function cachePage(url, page) {
  const path = cacheKeyOf(new URL(url, self.location.origin).href);
  if (!path || !page.ok || page.redirected || !page.headers.get('content-type')?.startsWith('text/html'))
    return;
  const copy = page.clone();
  const html = await page.text();
  const build = buildOf(html);
  if (!build) return;
  const name = PREFIX + build;
  const isNew = !(await caches.has(name));
  const cache = await caches.open(name);
  await addMissing(cache, assetsIn(html));
  await cache.put(path, copy);
  if (isNew) await beginBuild(name);
  await dropOldest(cache, 'page', MAX_PAGES);
}

async function beginBuild(name) {
  const savesData = self.navigator.connection?.saveData === true;
  const atStand = (await caches.match(STAND_PAGE)) ? [STAND_PAGE] : [];
  for (const path of [...(savesData ? [OFFLINE_PAGE] : ESSENTIAL), ...atStand])
    await fetchAndCachePage(path).catch(ignore);
  const others = (await caches.keys()).filter((other) => other.startsWith(PREFIX) && other !== name);
  await Promise.all(others.map((other) => caches.delete(other)));
}

async function cacheFiles(files) {
  const cache = await newestCache();
  const own = files.filter((file) => kindOf({ method: 'GET', url: file }, self.location.origin) === 'asset');
  if (cache) await addMissing(cache, own);
}

/** Most files come from the browser's HTTP cache, because they are immutable. */
async function addMissing(cache, files) {
  const missing = [];
  for (const file of files) if (!(await cache.match(file))) missing.push(file);
  await Promise.all(
    missing.map(async (file) => {
      const answer = await fetch(file);
      if (answer.ok) await cache.put(file, answer);
    }),
  );
}

async function newestCache() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  return names.length > 0 ? caches.open(names.at(-1)) : null;
}

async function dropOldest(cache, kind, most) {
  const cached = (await cache.keys()).filter(
    ({ url }) =>
      kindOf({ method: 'GET', mode: 'navigate', url }, self.location.origin) === kind &&
      !LASTING.has(cacheKeyOf(url)),
  );
  await Promise.all(cached.slice(0, Math.max(0, cached.length - most)).map((entry) => cache.delete(entry)));
}

function ignore() {
  // Caching is retried on the next visit.
}
