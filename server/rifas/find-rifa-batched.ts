import { createBatchLoader } from '../platform/caching/batch-loader.ts';
import { defineCache } from '../platform/caching/caches.ts';
import type { Platform } from '../platform/platform.ts';
import { findShownRifa } from './rifas.queries.ts';

interface Asked {
  id: string;
  now: Date;
}

type ShownRifa = Awaited<ReturnType<typeof findShownRifa>>;

const rifaFinder = defineCache(({ db }: Pick<Platform, 'db'>) =>
  createBatchLoader(async (asked: Asked[]): Promise<ShownRifa[]> => {
    const found = new Map<string, Promise<ShownRifa>>();
    // The last time counts: no answer is older than its request.
    for (const { id, now } of asked.toReversed())
      if (!found.has(id)) found.set(id, findShownRifa(db, id, now));
    return Promise.all(asked.map(({ id }) => found.get(id)!));
  }),
);

/** A rifa that the site shows. Concurrent reads of one rifa, as when its sale begins, share a statement. */
export function findRifaForMany(
  platform: Pick<Platform, 'db' | 'caches' | 'clock'>,
  id: string,
): Promise<ShownRifa> {
  return rifaFinder(platform).load({ id, now: platform.clock.now() });
}
