/**
 * `useQuery` and `HydrationBoundary` of TanStack Query for pages that the server renders. In the browser they show what the
 * server read until the cache has loaded, which keeps the library out of the first view.
 */
import {
  type DehydratedState,
  HydrationBoundary as CacheBoundary,
  type HydrationBoundaryProps,
  type QueryClient,
  type QueryObserver,
  useQuery as useCachedQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { loadCache } from './load-cache.ts';
import { addPrefetched, loadedCache, onCacheLoaded } from './loaded-cache.ts';

export { QueryClientContext } from '@tanstack/react-query';

const Prefetched = createContext<DehydratedState['queries']>([]);

export const useQuery = import.meta.env.SSR ? useCachedQuery : (useQueryInBrowser as typeof useCachedQuery);

export const HydrationBoundary = import.meta.env.SSR ? CacheBoundary : BrowserBoundary;

function BrowserBoundary({ state, children }: HydrationBoundaryProps) {
  const outer = use(Prefetched);
  const prefetched = useMemo(() => {
    if (!state) return outer;
    addPrefetched(state);
    return [...outer, ...state.queries];
  }, [outer, state]);
  useEffect(() => {
    const cache = loadedCache();
    if (state) cache?.hydrate(cache.client, state);
  }, [state]);
  return <Prefetched value={prefetched}>{children}</Prefetched>;
}

function useQueryInBrowser(options: UseQueryOptions): UseQueryResult {
  const client = useQueryClient();
  const prefetched = use(Prefetched);
  const key = JSON.stringify(options.queryKey);
  const data = prefetched.findLast(({ queryKey }) => JSON.stringify(queryKey) === key)?.state.data;
  const observer = useObserver(() => observe(client, options), data === undefined && isEnabled(options));
  useEffect(() => observer?.setOptions(options), [observer, options]);
  if (!observer) return prefetchedResult(data, options);
  return observer.trackResult(observer.getOptimisticResult(client.defaultQueryOptions(options)));
}

/** Null until the cache has loaded. */
function observe(client: QueryClient, options: UseQueryOptions): QueryObserver | null {
  const cache = loadedCache();
  return cache && new cache.QueryObserver(client, options);
}

/**
 * Renders again when the observed result changes.
 * @param isNeeded whether the cache must load now; entry.client.tsx loads it when the browser is idle
 */
function useObserver(create: () => QueryObserver | null, isNeeded: boolean): QueryObserver | null {
  const [observer, setObserver] = useState(create);
  // A transition keeps the markup of parts that are not hydrated yet.
  const onLoaded = useEffectEvent(() => startTransition(() => setObserver(create)));
  useEffect(() => {
    if (observer) return undefined;
    if (isNeeded) void loadCache();
    return onCacheLoaded(() => onLoaded());
  }, [observer, isNeeded]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribe = observer?.subscribe(loadedCache()!.notifyManager.batchCalls(listener));
      observer?.updateResult();
      return () => unsubscribe?.();
    },
    [observer],
  );
  const snapshot = () => observer?.getCurrentResult();
  useSyncExternalStore(subscribe, snapshot, snapshot);
  return observer;
}

const isEnabled = ({ enabled }: UseQueryOptions) => enabled !== false;

/** Result that the cache would return before it has fetched. Only the properties that do not depend on its state. */
function prefetchedResult(data: unknown, options: UseQueryOptions): UseQueryResult {
  const isPending = data === undefined;
  const isFetching = isPending && isEnabled(options);
  return {
    data,
    error: null,
    status: isPending ? 'pending' : 'success',
    isPending,
    isSuccess: !isPending,
    isError: false,
    isFetching,
    isLoading: isFetching,
  } as UseQueryResult;
}
