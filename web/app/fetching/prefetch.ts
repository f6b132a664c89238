/** Prefetching for page loaders: on the server for the first paint, in the browser before navigation. */
import {
  dehydrate,
  type DehydratedState,
  type InferDataFromTag,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { data, type RouterContextProvider } from 'react-router';
import { PAGE_WAITS_MS } from '@mare/domain/timings.ts';
import { type ApiQueries, queries, queriesOf, serverApi } from '../api.ts';
import { browserQueryClient } from './browser-query-client.ts';
import { isErrorResponse } from './is-api-error.ts';
import { createQueryClient } from './query-client.ts';

/** Query options of procedures with any result types. */
type Wanted = (api: ApiQueries) => readonly { queryKey: QueryKey }[];

export interface Prefetched {
  dehydratedState: DehydratedState;
}

/** For `loader`. Ignores failed queries: the component shows its error state. */
export async function prefetchOnServer(
  context: Readonly<RouterContextProvider>,
  wanted: Wanted,
): Promise<Prefetched> {
  const client = createQueryClient();
  await fetchAll(client, wanted(queriesOf(context.get(serverApi))));
  return { dehydratedState: dehydrate(client) };
}

/** Queries of a page about one thing: the first reads the thing. */
type WantedThing<Key extends QueryKey> = (
  api: ApiQueries,
) => readonly [{ queryKey: Key }, ...{ queryKey: QueryKey }[]];

/** What both loaders of a page about one thing return. */
export interface LoadedThing<Thing> {
  /** Undefined in the browser, whose cache has the answers. */
  dehydratedState: DehydratedState | undefined;
  /** Null if there is no such thing; undefined while it is not read. */
  found: Thing | null | undefined;
}

/** For `loader`. Responds with 404 if the thing does not exist. @throws what else kept it from being read */
export async function prefetchThingOnServer<Key extends QueryKey>(
  context: Readonly<RouterContextProvider>,
  wanted: WantedThing<Key>,
) {
  const client = createQueryClient();
  const options = wanted(queriesOf(context.get(serverApi)));
  await fetchAll(client, options);
  const found = readThing(client, options[0].queryKey);
  if (found === undefined) throw client.getQueryState(options[0].queryKey)!.error!;
  return data({ dehydratedState: dehydrate(client), found }, found === null ? 404 : 200);
}

/** For `clientLoader`, like `prefetchInBrowser`. */
export async function prefetchThingInBrowser<Key extends QueryKey>(
  wanted: WantedThing<Key>,
): Promise<LoadedThing<InferDataFromTag<unknown, Key>>> {
  await prefetchInBrowser(wanted);
  const found = readThing(browserQueryClient(), wanted(queries)[0].queryKey);
  return { dehydratedState: undefined, found };
}

function readThing<Key extends QueryKey>(client: QueryClient, key: Key) {
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
  await Promise.race([fetchAll(browserQueryClient(), wanted(queries)), patience]);
  return null;
}

async function fetchAll(client: QueryClient, options: ReturnType<Wanted>): Promise<void> {
  await Promise.all(options.map((option) => client.prefetchQuery({ ...option, retry: false })));
}
