import { createBatchLoader } from '../platform/caching/batch-loader.ts';
import { defineCache } from '../platform/caching/caches.ts';
import type { Platform } from '../platform/platform.ts';
import { findShownRifa } from './rifas.queries.ts';

interface RifaRead {
  id: string;
  now: Date;
}

type ShownRifa = Awaited<ReturnType<typeof findShownRifa>>;

const rifaFinder = defineCache(({ db }: Pick<Platform, 'db'>) =>
  createBatchLoader(async (reads: RifaRead[]): Promise<ShownRifa[]> => {
    const found = new Map<string, Promise<ShownRifa>>();
    // Reads at the latest time of each rifa, so that no result is older than its request.
    for (const { id, now } of reads.toReversed())
      if (!found.has(id)) found.set(id, findShownRifa(db, id, now));
    return Promise.all(reads.map(({ id }) => found.get(id)!));
  }),
);

/** Finds a public rifa. Concurrent reads of the same rifa, as when its sales begin, share one query. */
export function findRifaBatched(
  platform: Pick<Platform, 'db' | 'caches' | 'clock'>,
  id: string,
): Promise<ShownRifa> {
  return rifaFinder(platform).load({ id, now: platform.clock.now() });
}
