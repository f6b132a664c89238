/** How a page's loader gets its data ready: on the server for the first paint, in the browser before a page changes. */
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { dehydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query';
import type { RouterContextProvider } from 'react-router';
import { PAGE_WAITS_MS } from '@mare/domain/timings.ts';
import { type ApiQueries, queries, serverApi } from '../api.ts';
import { browserQueryClient } from './browser-query-client.ts';
import { createQueryClient } from './query-client.ts';

/** Query options of any procedures: what they answer differs, how they are fetched does not. */
type Wanted = (api: ApiQueries) => { queryKey: readonly unknown[] }[];

export interface Prefetched {
  dehydratedState: DehydratedState;
}

/** For `loader`. A query that fails is left to the component, which shows its own error state. */
export async function prefetchOnServer(
  context: Readonly<RouterContextProvider>,
  wanted: Wanted,
): Promise<Prefetched> {
  const client = createQueryClient();
  await fetchAll(client, wanted(createTanstackQueryUtils(context.get(serverApi))));
  return { dehydratedState: dehydrate(client) };
}

/** For `clientLoader`: fills the cache that components read. A slow answer is left to the component's loading state. */
export async function prefetchInBrowser(wanted: Wanted): Promise<null> {
  const patience = new Promise((resolve) => setTimeout(resolve, PAGE_WAITS_MS));
  await Promise.race([fetchAll(browserQueryClient(), wanted(queries)), patience]);
  return null;
}

async function fetchAll(client: QueryClient, options: ReturnType<Wanted>): Promise<void> {
  await Promise.all(options.map((option) => client.prefetchQuery({ ...option, retry: false })));
}
