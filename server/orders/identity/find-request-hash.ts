import type pg from 'pg';
import { createBatchLoader } from '../../platform/caching/batch-loader.ts';
import { defineCache } from '../../platform/caching/caches.ts';
import type { Platform } from '../../platform/platform.ts';

interface RequestKey {
  userId: string;
  clientRequestId: string;
}

const hashLoader = defineCache(({ pool }: Pick<Platform, 'pool'>) =>
  createBatchLoader((keys: RequestKey[]) => findForAll(pool, keys)),
);

/** Hash of the request that an order of this key was made of; null if there is no such order. */
export function findRequestHash(
  platform: Pick<Platform, 'pool' | 'caches'>,
  { userId, clientRequestId }: RequestKey,
): Promise<string | null> {
  return hashLoader(platform).load({ userId, clientRequestId });
}

async function findForAll(pool: pg.Pool, keys: readonly RequestKey[]): Promise<(string | null)[]> {
  const { rows } = await pool.query<{ place: number; hash: string | null }>({
    name: 'find-request-hashes',
    // The user is compared as text so that only the index that begins with the key applies.
    text: `select asked.place::integer, orders.request_hash as hash
           from unnest($1::text[], $2::text[]) with ordinality as asked (user_id, client_request_id, place)
           join orders on orders.client_request_id = asked.client_request_id
             and orders.user_id::text = asked.user_id`,
    values: [keys.map(({ userId }) => userId), keys.map(({ clientRequestId }) => clientRequestId)],
  });
  const byPlace = new Map(rows.map(({ place, hash }) => [place, hash]));
  return keys.map((_, index) => byPlace.get(index + 1) ?? null);
}
