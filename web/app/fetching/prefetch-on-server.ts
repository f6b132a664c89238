/** Prefetching for page loaders on the server, for the first paint. In its own module, to keep the query cache out of the first view. */
import { dehydrate, type DehydratedState, type QueryKey } from '@tanstack/react-query';
import { data, type RouterContextProvider } from 'react-router';
import { queriesOf, serverApi } from '../api.ts';
import { fetchAll, readEntity, type PageQueries, type EntityPageQueries } from './prefetch.ts';
import { createQueryClient } from './query-client.ts';

export interface Prefetched {
  dehydratedState: DehydratedState;
}

/** For `loader`. Ignores failed queries: the component shows its error state. */
export async function prefetchOnServer(
  context: Readonly<RouterContextProvider>,
  pageQueries: PageQueries,
): Promise<Prefetched> {
  const client = createQueryClient();
  await fetchAll(client, pageQueries(queriesOf(context.get(serverApi))));
  return { dehydratedState: dehydrate(client) };
}

/**
 * For `loader`. Responds with 404 if the entity does not exist.
 * @throws other errors of the read
 */
export async function prefetchEntityOnServer<Key extends QueryKey>(
  context: Readonly<RouterContextProvider>,
  pageQueries: EntityPageQueries<Key>,
) {
  const client = createQueryClient();
  const options = pageQueries(queriesOf(context.get(serverApi)));
  await fetchAll(client, options);
  const found = readEntity(client, options[0].queryKey);
  if (found === undefined) throw client.getQueryState(options[0].queryKey)!.error!;
  return data({ dehydratedState: dehydrate(client), found }, found === null ? 404 : 200);
}
