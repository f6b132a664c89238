/** How a page's loader gets its data ready: on the server for the first paint, in the browser before a page changes. */
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { dehydrate, type DehydratedState, type FetchQueryOptions } from '@tanstack/react-query';
import type { RouterContextProvider } from 'react-router';
import { type ApiQueries, queries, serverApi } from './api.ts';
import { browserQueryClient } from './browser-query-client.ts';
import { createQueryClient } from './query-client.ts';

type Wanted = (api: ApiQueries) => FetchQueryOptions<never, never, never, never>[];

export interface Prefetched {
  dehydratedState: DehydratedState;
}

/** For `loader`. A query that fails is left to the component, which shows its own error state. */
export async function prefetchOnServer(
  context: Readonly<RouterContextProvider>,
  wanted: (api: ApiQueries) => unknown[],
): Promise<Prefetched> {
  const client = createQueryClient();
  const options = (wanted as Wanted)(createTanstackQueryUtils(context.get(serverApi)));
  await Promise.all(options.map((option) => client.prefetchQuery({ ...option, retry: false })));
  return { dehydratedState: dehydrate(client) };
}

/** For `clientLoader`: fills the cache that components read. */
export async function prefetchInBrowser(wanted: (api: ApiQueries) => unknown[]): Promise<null> {
  const client = browserQueryClient();
  await Promise.all(
    (wanted as Wanted)(queries).map((option) => client.prefetchQuery({ ...option, retry: false })),
  );
  return null;
}
