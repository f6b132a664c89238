/** Prefetching for page loaders in the browser, before a navigation. */
import type { DehydratedState, InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query';
import { PAGE_WAITS_MS } from '@mare/domain/timings.ts';
import { type ApiQueries, queries } from '../api.ts';
import { isErrorResponse } from './is-api-error.ts';
import { loadCache } from './deferred-cache/load-cache.ts';
import { loadedCache } from './deferred-cache/loaded-cache.ts';

/** Query options of procedures with any result types. */
export type Wanted = (api: ApiQueries) => readonly { queryKey: QueryKey }[];

/** Queries of a page about one thing: the first reads the thing. */
export type WantedThing<Key extends QueryKey> = (
  api: ApiQueries,
) => readonly [{ queryKey: Key }, ...{ queryKey: QueryKey }[]];

/** What both loaders of a page about one thing return. */
export interface LoadedThing<Thing> {
  /** Undefined in the browser, whose cache has the answers. */
  dehydratedState: DehydratedState | undefined;
  /** Null if there is no such thing; undefined while it is not read. */
  found: Thing | null | undefined;
}

/** For `clientLoader`, like `prefetchInBrowser`. */
export async function prefetchThingInBrowser<Key extends QueryKey>(
  wanted: WantedThing<Key>,
): Promise<LoadedThing<InferDataFromTag<unknown, Key>>> {
  await prefetchInBrowser(wanted);
  const cache = loadedCache();
  const found = cache ? readThing(cache.client, wanted(queries)[0].queryKey) : undefined;
  return { dehydratedState: undefined, found };
}

export function readThing<Key extends QueryKey>(client: QueryClient, key: Key) {
  const state = client.getQueryState<InferDataFromTag<unknown, Key>>(key);
  return isMissing(state?.error) ? null : state?.data;
}

/** An address that the contract rejects names nothing either. */
function isMissing(error: unknown): boolean {
  return isErrorResponse(error) && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST');
}

/** For `clientLoader`: fills the query cache. After PAGE_WAITS_MS the component shows its loading state. */
export async function prefetchInBrowser(wanted: Wanted): Promise<null> {
  const patience = new Promise((resolve) => setTimeout(resolve, PAGE_WAITS_MS));
  const fetched = loadCache().then(({ client }) => fetchAll(client, wanted(queries)));
  await Promise.race([fetched, patience]);
  return null;
}

export async function fetchAll(client: QueryClient, options: ReturnType<Wanted>): Promise<void> {
  await Promise.all(options.map((option) => client.prefetchQuery({ ...option, retry: false })));
}
