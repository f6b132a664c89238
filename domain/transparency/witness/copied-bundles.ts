import { splitEntries, TILE_HASHES } from '../log/tiles.ts';
import type { MirrorStore } from './mirror.ts';

/**
 * Bundles of a copy, each with the position of its first entry.
 * @param range positions, the end exclusive
 * @returns bundles, and null in place of one that is missing or has too few entries
 */
export function* copiedBundles(
  store: Pick<MirrorStore, 'readTile'>,
  { from, until }: { from: number; until: number },
): Generator<{ first: number; entries: Uint8Array[] | null }> {
  for (let first = from; first < until;) {
    const index = Math.floor(first / TILE_HASHES);
    const end = Math.min(until, (index + 1) * TILE_HASHES);
    const entries = splitBundle(store.readTile({ level: 'entries', index }));
    const start = index * TILE_HASHES;
    yield {
      first,
      entries: entries && entries.length >= end - start ? entries.slice(first - start, end - start) : null,
    };
    first = end;
  }
}

function splitBundle(bytes: Uint8Array | null): Uint8Array[] | null {
  try {
    return bytes && splitEntries(bytes);
  } catch {
    return null;
  }
}
