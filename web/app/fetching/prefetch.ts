/** Prefetching for page loaders in the browser, before a navigation. */
import type { DehydratedState, InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query';
import { PREFETCH_TIMEOUT_MS } from '@mare/domain/timings.ts';
import { type ApiQueries, queries } from '../api.ts';
import { isErrorResponse } from './failures/is-api-error.ts';
import { loadCache } from './deferred-cache/load-cache.ts';
import { loadedCache } from './deferred-cache/loaded-cache.ts';

/** Query options of procedures with any result types. */
export type PageQueries = (api: ApiQueries) => readonly { queryKey: QueryKey }[];

/** Queries of a page about one entity: the first reads the entity. */
export type EntityPageQueries<Key extends QueryKey> = (
  api: ApiQueries,
) => readonly [{ queryKey: Key }, ...{ queryKey: QueryKey }[]];

/** Result of both loaders of a page about one entity. */
export interface LoadedEntity<Entity> {
  /** Undefined in the browser, whose cache has the results. */
  dehydratedState: DehydratedState | undefined;
  /** Null if it does not exist; undefined while it is loading. */
  found: Entity | null | undefined;
}

/** For `clientLoader`, like `prefetchInBrowser`. */
export async function prefetchEntityInBrowser<Key extends QueryKey>(
  pageQueries: EntityPageQueries<Key>,
): Promise<LoadedEntity<InferDataFromTag<unknown, Key>>> {
  await prefetchInBrowser(pageQueries);
  const cache = loadedCache();
  const found = cache ? readEntity(cache.client, pageQueries(queries)[0].queryKey) : undefined;
  return { dehydratedState: undefined, found };
}

export function readEntity<Key extends QueryKey>(client: QueryClient, key: Key) {
  const state = client.getQueryState<InferDataFromTag<unknown, Key>>(key);
  return isMissing(state?.error) ? null : state?.data;
}

/** Input that the contract rejects, such as an id that is no UUID, counts as not found. */
function isMissing(error: unknown): boolean {
  return isErrorResponse(error) && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST');
}

/** For `clientLoader`: fills the query cache. After PREFETCH_TIMEOUT_MS the component shows its loading state. */
export async function prefetchInBrowser(pageQueries: PageQueries): Promise<null> {
  const timeout = new Promise((resolve) => setTimeout(resolve, PREFETCH_TIMEOUT_MS));
  const fetched = loadCache().then(({ client }) => fetchAll(client, pageQueries(queries)));
  await Promise.race([fetched, timeout]);
  return null;
}

export async function fetchAll(client: QueryClient, options: ReturnType<PageQueries>): Promise<void> {
  await Promise.all(options.map((option) => client.prefetchQuery({ ...option, retry: false })));
}
