/**
 * Fetches the files of a dynamic import before it imports them; the build calls this instead of its own helper
 * (web/vite.config.ts). Browsers cache failed module loads, including those of a preload, and reject each later
 * import of the module until the page is reloaded. A failed `fetch` is not cached, and a successful one fills the
 * browser's cache, so that a chunk that failed to load offline loads once the network is back.
 */
const fetched = new Map<string, Promise<void>>();

/** What to do about a file that is gone or a page that does not load. Set by recover-chunk.ts when the browser is idle. */
export const recovery: {
  /** A new version of the site has replaced the file. */
  onGone?: () => void;
  /** Opens the page that needs this file by a full page load. */
  openInFull?: (path: string) => void;
} = {};

/** Called by the router, whose own code reloads the page that the visitor wants to leave (web/vite.config.ts). */
export function openInFull(path: string): Promise<never> {
  if (recovery.openInFull) recovery.openInFull(path);
  else location.reload();
  return new Promise(() => {});
}

/** @param files of the imported chunk and its imports: paths below the site's root */
export async function __vitePreload<Module>(
  importChunk: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map(fetchOnce));
  return importChunk();
}

function fetchOnce(file: string): Promise<void> {
  let ready = fetched.get(file);
  if (!ready) {
    ready = isLoaded(`/${file}`) ? Promise.resolve() : load(`/${file}`);
    fetched.set(file, ready);
    ready.catch(() => fetched.delete(file));
  }
  return ready;
}

/** Whether the first view or a navigation has loaded the module. */
function isLoaded(path: string): boolean {
  if (path.endsWith('.css')) return document.querySelector(`link[href="${path}"]`) !== null;
  const entries = performance.getEntriesByName(new URL(path, location.href).href);
  return (entries as PerformanceResourceTiming[]).some(({ responseStatus }) => responseStatus === 200);
}

/** Enough for the largest chunk over a slow network. A connection without an answer ends, and the load is retried. */
const LIMIT_MS = 60_000;

/** @throws TypeError like a failed import, or TimeoutError */
async function load(path: string): Promise<void> {
  const response = await fetch(path, { signal: AbortSignal.timeout(LIMIT_MS) });
  if (response.status === 404) recovery.onGone?.();
  if (!response.ok) throw new TypeError(`${path}: ${response.status}`);
  await response.arrayBuffer();
  if (path.endsWith('.css')) await addStyles(path);
}

function addStyles(path: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = path;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new TypeError(`${path} could not be loaded`)));
    document.head.append(link);
  });
}
