import { joinEntries, parseTilePath } from '../log/tiles.ts';
import type { TestLog } from '../verify/verify.testing.ts';
import type { MirrorStore } from './mirror.ts';

/** The copy of a mirror, in memory. */
export function createMemoryMirror(): MirrorStore {
  const tiles = new Map<string, Uint8Array>();
  let checkpoint: string | null = null;
  let keys: readonly string[] = [];
  const nameOf = ({ level, index }: { level: number | 'entries'; index: number }) => `${level}/${index}`;
  return {
    readCheckpoint: () => checkpoint,
    writeCheckpoint: (note) => {
      checkpoint = note;
    },
    readKeys: () => keys,
    writeKeys: (each) => {
      keys = each;
    },
    readTile: (tile) => tiles.get(nameOf(tile)) ?? null,
    writeTile: (tile, bytes) => void tiles.set(nameOf(tile), bytes),
  };
}

/** Serves the log's tree of this size. */
export const serveTestLog =
  (log: TestLog, size = log.size, note = log.checkpoint(size)) =>
  async (path: string) => {
    if (path === 'checkpoint') return new TextEncoder().encode(note);
    const tile = parseTilePath(path);
    if (tile?.level !== 'entries') throw new Error(`unexpected ${path}`);
    return joinEntries(log.entries.slice(tile.index * 256, tile.index * 256 + tile.width));
  };
