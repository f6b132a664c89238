/**
 * Pages are the same for everybody who asks for the same address, so each is rendered once for all who come in the same
 * moment: under a rush a page costs what its bytes cost, and a sale is still seen within a second.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../platform/clock.ts';
import type { KeptPage } from './kept-page.ts';

/** An answer that is nobody else's, e.g. a redirect, is handed over as it is. */
type Rendered = KeptPage | Response;

export interface PageCacheOptions {
  clock: Clock;
  /** @param address path and query */
  render: (address: string) => Promise<Rendered>;
  /** Hears of a page that could not be made anew in the background. */
  onFault: (error: unknown) => void;
}

/** Milliseconds for which a page is given out without a thought. */
const FRESH_MS = 200;
/** Older than this it is not given out any more; in between it is, and made anew meanwhile. */
const KEPT_MS = 400;
const MAX_BYTES = 64 * 1024 * 1024;
/** A page that large would push too many others out. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

export function createPageCache({ clock, render, onFault }: PageCacheOptions) {
  const pages = new LRUCache<string, { page: KeptPage; since: number }>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_PAGE_BYTES,
    sizeCalculation: ({ page }, address) => page.bytes + address.length,
  });
  const underWay = new Map<string, Promise<Rendered>>();

  function renew(address: string): Promise<Rendered> {
    const begun = underWay.get(address);
    if (begun) return begun;
    // What the page shows was read after this moment.
    const since = clock.now().getTime();
    const rendering = renderAndKeep(address, since).finally(() => underWay.delete(address));
    underWay.set(address, rendering);
    return rendering;
  }

  async function renderAndKeep(address: string, since: number): Promise<Rendered> {
    const rendered = await render(address);
    if (rendered instanceof Response) {
      pages.delete(address);
      return rendered;
    }
    const before = pages.peek(address);
    if (before) await rendered.packLike(before.page);
    pages.set(address, { page: rendered, since });
    return rendered;
  }

  /** One too old for a thought is made anew meanwhile. */
  function young(address: string): KeptPage | null {
    const kept = pages.get(address);
    const age = kept ? clock.now().getTime() - kept.since : Infinity;
    if (!kept || age >= KEPT_MS) return null;
    if (age >= FRESH_MS) renew(address).catch(onFault);
    return kept.page;
  }

  return {
    /** What can be given out without waiting, if anything. */
    young,

    /** @throws what rendering throws, when there is no page young enough. */
    async get(address: string): Promise<Rendered> {
      const kept = young(address);
      if (kept) return kept;
      const rendered = await renew(address);
      // Of those who waited for the same answer, each needs one of its own.
      return rendered instanceof Response ? rendered.clone() : rendered;
    },
  };
}

export type PageCache = ReturnType<typeof createPageCache>;
