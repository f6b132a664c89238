/** Prefetching for page loaders: on the server for the first paint, in the browser before navigation. */
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { dehydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query';
import type { RouterContextProvider } from 'react-router';
import { PAGE_WAITS_MS } from '@mare/domain/timings.ts';
import { type ApiQueries, queries, serverApi } from '../api.ts';
import { browserQueryClient } from './browser-query-client.ts';
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
  await fetchAll(client, wanted(createTanstackQueryUtils(context.get(serverApi))));
  return { dehydratedState: dehydrate(client) };
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
