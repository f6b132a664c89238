/** The folder in which a mirror keeps its copy of a log. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TILE_HASHES, type TileName, tilePath } from '@mare/domain/transparency/log/tiles.ts';
import type { MirrorStore } from '@mare/domain/transparency/witness/mirror.ts';
import { writeDurably } from './program-folder.ts';

export const CHECKPOINT_FILE = 'checkpoint';

export function openMirrorStore(folder: string): MirrorStore {
  const checkpoint = join(folder, CHECKPOINT_FILE);
  const keys = join(folder, 'chaves');
  const fileOf = ({ level, index }: Pick<TileName, 'level' | 'index'>) =>
    join(folder, tilePath({ level, index, width: TILE_HASHES }));
  return {
    readCheckpoint: () => (existsSync(checkpoint) ? readFileSync(checkpoint, 'utf8') : null),
    writeCheckpoint: (note) => writeDurably(checkpoint, note),
    readKeys: () => (existsSync(keys) ? readFileSync(keys, 'utf8').trim().split('\n') : []),
    writeKeys: (each) => writeDurably(keys, `${each.join('\n')}\n`),
    readTile: (tile) => (existsSync(fileOf(tile)) ? readFileSync(fileOf(tile)) : null),
    writeTile: (tile, bytes) => writeDurably(fileOf(tile), bytes),
  };
}
