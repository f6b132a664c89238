import { defineCache } from '../platform/caching/caches.ts';
import { createBatchLoader } from '../platform/caching/batch-loader.ts';
import type { Platform } from '../platform/platform.ts';
import { type ActiveTitle, findActiveTitles } from './rifas.queries.ts';

const rifaLoader = defineCache(({ db }: Pick<Platform, 'db'>) =>
  createBatchLoader(async (requests: { id: string; now: Date }[]) => {
    const ids = [...new Set(requests.map(({ id }) => id))];
    const rifas = await findActiveTitles(db, ids, requests.at(-1)!.now);
    return requests.map(({ id }) => rifas.get(id));
  }),
);

/** The rifa on sale that a cart draws numbers from; undefined when it is not on sale. Concurrent calls share a statement. */
export function findDrawableRifa(
  platform: Pick<Platform, 'db' | 'clock' | 'caches'>,
  id: string,
): Promise<ActiveTitle | undefined> {
  return rifaLoader(platform).load({ id, now: platform.clock.now() });
}
