/**
 * Cache of responses that are identical for all visitors, keyed by path: concurrent requests share one rendering. The
 * short lifetimes keep a sale visible within a second.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import { CachedResponse } from './cached-response.ts';

/** Other responses, e.g. redirects, are passed through uncached. */
type Rendered = CachedResponse | Response;

export interface ResponseCacheOptions {
  clock: Clock;
  /** @param path with its query */
  render: (path: string) => Promise<Rendered>;
  /** Called when a background revalidation fails. */
  onFault: (error: unknown) => void;
}

/** Served without revalidation up to this age (ms). */
const FRESH_MS = 200;
/** Stale-while-revalidate up to this age (ms); not served beyond it. */
const MAX_AGE_MS = 400;
const MAX_BYTES = 64 * 1024 * 1024;
/** Larger responses would evict too many others. */
const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;

export function createResponseCache({ clock, render, onFault }: ResponseCacheOptions) {
  const responses = new LRUCache<string, { response: CachedResponse; since: number }>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_RESPONSE_BYTES,
    sizeCalculation: ({ response }, path) => response.bytes + path.length,
  });
  const rendering = new Map<string, Promise<Rendered>>();

  /** Single flight: concurrent calls for one path share one render. */
  function revalidate(path: string): Promise<Rendered> {
    const inFlight = rendering.get(path);
    if (inFlight) return inFlight;
    // The response shows data read after this moment.
    const since = clock.now().getTime();
    const started = renderAndCache(path, since).finally(() => rendering.delete(path));
    rendering.set(path, started);
    return started;
  }

  async function renderAndCache(path: string, since: number): Promise<Rendered> {
    const rendered = await render(path);
    if (!(rendered instanceof CachedResponse)) {
      responses.delete(path);
      return rendered;
    }
    const previous = responses.peek(path);
    if (previous) await rendered.encodeLike(previous.response);
    responses.set(path, { response: rendered, since });
    return rendered;
  }

  function peek(path: string): CachedResponse | null {
    const cached = responses.get(path);
    const age = cached ? clock.now().getTime() - cached.since : Infinity;
    if (!cached || age >= MAX_AGE_MS) return null;
    if (age >= FRESH_MS) revalidate(path).catch(onFault);
    return cached.response;
  }

  return {
    /** The cached response, or null when there is none young enough. Starts the revalidation of a stale one. */
    peek,

    /** @throws errors of `render`, when there is no cached response */
    async get(path: string): Promise<Rendered> {
      const cached = peek(path);
      if (cached) return cached;
      const rendered = await revalidate(path);
      // A response body can be read once: each waiting request needs a copy.
      return rendered instanceof CachedResponse ? rendered : rendered.clone();
    },
  };
}

export type ResponseCache = ReturnType<typeof createResponseCache>;
