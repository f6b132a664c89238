/** Makes the site available offline: a service worker caches pages and files, local storage the buyer's numbers. */

/** Delay that keeps caching from slowing down the first view. */
const CACHING_DELAY_MS = 2_000;

/** @param saveOrders stores the buyer's own orders for offline visits */
export function cacheSite(saveOrders: () => Promise<void>): void {
  window.addEventListener('click', openFullPage, { capture: true });
  setTimeout(() => {
    void registerWorker().catch(() => undefined);
    void saveOrders().catch(() => undefined);
  }, CACHING_DELAY_MS);
}

async function registerWorker(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { active } = await navigator.serviceWorker.ready;
  // The worker did not intercept requests made before it was active.
  active?.postMessage({ files: performance.getEntriesByType('resource').map(({ name }) => name) }, []);
}

/**
 * Offline, links trigger full page loads, which the service worker answers from its cache. Client-side navigation
 * would request route modules that may not be cached.
 */
function openFullPage(event: MouseEvent): void {
  if (navigator.onLine || !navigator.serviceWorker.controller) return;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (link) event.stopPropagation();
}
