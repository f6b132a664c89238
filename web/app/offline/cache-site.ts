/** Keeps the site for visits without a network: the worker its pages and files, this browser a person's own numbers. */
/** The first view comes before everything that is for later. Milliseconds. */
const AFTER_MS = 2_000;

/** @param saveOrders stores the buyer's own orders for offline visits */
export function cacheSite(saveOrders: () => Promise<void>): void {
  window.addEventListener('click', openAnew, { capture: true });
  setTimeout(() => {
    void registerWorker().catch(() => undefined);
    void saveOrders().catch(() => undefined);
  }, AFTER_MS);
}

async function registerWorker(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { active } = await navigator.serviceWorker.ready;
  // What was loaded before the worker was there did not pass it by.
  active?.postMessage({ files: performance.getEntriesByType('resource').map(({ name }) => name) }, []);
}

/**
 * Without a network a link loads its page whole, and the worker answers with what is kept: the router would ask for a
 * file of that page, and not find it.
 */
function openAnew(event: MouseEvent): void {
  if (navigator.onLine || !navigator.serviceWorker.controller) return;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (link) event.stopPropagation();
}
