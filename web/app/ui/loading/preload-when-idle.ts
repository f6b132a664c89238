/** Delay in browsers without `requestIdleCallback`. */
const FALLBACK_MS = 300;

interface Connection {
  saveData?: boolean;
}

/**
 * Loads a module after the page and its pictures, once the browser is idle. Not for a visitor who saves data; a failure
 * is left to the one who needs the module.
 * @returns cancels it
 */
export function preloadWhenIdle(load: () => Promise<unknown>): () => void {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData ? () => undefined : whenIdle(() => load().catch(() => undefined));
}

/** Runs once the page and its pictures have loaded and the browser is idle. @returns cancels it */
export function whenIdle(run: () => unknown): () => void {
  const cancelled = new AbortController();
  const start = () => {
    if (!cancelled.signal.aborted) run();
  };
  const wait = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(start);
    else setTimeout(start, FALLBACK_MS);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true, signal: cancelled.signal });
  return () => cancelled.abort();
}
