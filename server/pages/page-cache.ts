/**
 * Cache of rendered pages, keyed by address. Pages are identical for all visitors, so concurrent requests share one
 * render. The short lifetimes keep a sale visible within a second.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../platform/clock.ts';
import { CachedPage } from './cached-page.ts';

/** Other responses, e.g. redirects, are passed through uncached. */
type Rendered = CachedPage | Response;

export interface PageCacheOptions {
  clock: Clock;
  /** @param address path and query */
  render: (address: string) => Promise<Rendered>;
  /** Called when a background revalidation fails. */
  onFault: (error: unknown) => void;
}

/** Served without revalidation up to this age (ms). */
const FRESH_MS = 200;
/** Stale-while-revalidate up to this age (ms); not served beyond it. */
const MAX_AGE_MS = 400;
const MAX_BYTES = 64 * 1024 * 1024;
/** Larger pages would evict too many others. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

export function createPageCache({ clock, render, onFault }: PageCacheOptions) {
  const pages = new LRUCache<string, { page: CachedPage; since: number }>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_PAGE_BYTES,
    sizeCalculation: ({ page }, address) => page.bytes + address.length,
  });
  const rendering = new Map<string, Promise<Rendered>>();

  /** Single flight: concurrent calls for one address share one render. */
  function revalidate(address: string): Promise<Rendered> {
    const inFlight = rendering.get(address);
    if (inFlight) return inFlight;
    // The page shows data read after this moment.
    const since = clock.now().getTime();
    const started = renderAndCache(address, since).finally(() => rendering.delete(address));
    rendering.set(address, started);
    return started;
  }

  async function renderAndCache(address: string, since: number): Promise<Rendered> {
    const rendered = await render(address);
    if (!(rendered instanceof CachedPage)) {
      pages.delete(address);
      return rendered;
    }
    const previous = pages.peek(address);
    if (previous) await rendered.encodeLike(previous.page);
    pages.set(address, { page: rendered, since });
    return rendered;
  }

  function peek(address: string): CachedPage | null {
    const cached = pages.get(address);
    const age = cached ? clock.now().getTime() - cached.since : Infinity;
    if (!cached || age >= MAX_AGE_MS) return null;
    if (age >= FRESH_MS) revalidate(address).catch(onFault);
    return cached.page;
  }

  return {
    /** The cached page, or null when there is none young enough. Starts the revalidation of a stale one. */
    peek,

    /** @throws errors of `render`, when there is no cached page */
    async get(address: string): Promise<Rendered> {
      const cached = peek(address);
      if (cached) return cached;
      const rendered = await revalidate(address);
      // A response body can be read once: each waiting request needs a copy.
      return rendered instanceof CachedPage ? rendered : rendered.clone();
    },
  };
}

export type PageCache = ReturnType<typeof createPageCache>;
