/** The query cache of this tab. It loads after the first view, which shows what the server read. */
import type {
  DehydratedState,
  hydrate,
  notifyManager,
  QueryClient,
  QueryObserver,
} from '@tanstack/react-query';

export interface LoadedCache {
  client: QueryClient;
  hydrate: typeof hydrate;
  notifyManager: typeof notifyManager;
  QueryObserver: typeof QueryObserver;
}

let loaded: LoadedCache | null = null;
const listeners = new Set<(cache: LoadedCache) => void>();
/** Server-side query results, hydrated once the cache has loaded. */
const waiting: DehydratedState[] = [];

/** Null until it has loaded. */
export const loadedCache = (): LoadedCache | null => loaded;

export function registerCache(cache: LoadedCache): void {
  loaded = cache;
  for (const state of waiting.splice(0)) cache.hydrate(cache.client, state);
  for (const listener of listeners) listener(cache);
  listeners.clear();
}

/** Calls the listener once. @returns unsubscribe */
export function onCacheLoaded(listener: (cache: LoadedCache) => void): () => void {
  if (loaded) listener(loaded);
  else listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Adds missing queries to the cache. Queries that components show are replaced in an effect. */
export function addPrefetched(state: DehydratedState): void {
  if (!loaded) {
    waiting.push(state);
    return;
  }
  const { client, hydrate: fill } = loaded;
  const cache = client.getQueryCache();
  fill(client, { ...state, queries: state.queries.filter(({ queryHash }) => !cache.get(queryHash)) });
}

/** Proxy for the client of the cache, so that loading it does not change the context of the page. */
export const deferredClient = new Proxy({} as QueryClient, {
  get(_, name) {
    if (!loaded) throw new Error('the query cache has not loaded');
    const value: unknown = Reflect.get(loaded.client, name);
    return typeof value === 'function' ? (value.bind(loaded.client) as unknown) : value;
  },
});
