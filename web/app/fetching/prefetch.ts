/** Prefetching for page loaders: on the server for the first paint, in the browser before navigation. */
import { dehydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query';
import { data, type RouterContextProvider } from 'react-router';
import { PAGE_WAITS_MS } from '@mare/domain/timings.ts';
import { type ApiQueries, queries, queriesOf, serverApi } from '../api.ts';
import { browserQueryClient } from './browser-query-client.ts';
import { isErrorResponse } from './is-api-error.ts';
import { createQueryClient } from './query-client.ts';

/** Query options of procedures with any result types. */
type Wanted = (api: ApiQueries) => { queryKey: readonly unknown[] }[];

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

/**
 * `prefetchOnServer` for a page about one thing, which the first query reads. Responds with 404 if it does not exist.
 * `missing` lets the component say so without its query.
 */
export async function prefetchOrNotFound(context: Readonly<RouterContextProvider>, wanted: Wanted) {
  const client = createQueryClient();
  const options = wanted(queriesOf(context.get(serverApi)));
  await fetchAll(client, options);
  const missing = isMissing(client.getQueryState(options[0]!.queryKey)?.error);
  return data({ dehydratedState: dehydrate(client), missing }, missing ? 404 : 200);
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
