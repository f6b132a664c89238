/** Small files that survive a crash and are never read half written. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';

export const readIfExists = (file: string) => readBytesIfExists(file)?.toString() ?? null;

export function readBytesIfExists(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Atomic: after a crash the file has the old content or the new one. */
export function writeDurably(file: string, content: string): void {
  const next = `${file}.next`;
  writeSynced(next, content);
  renameSync(next, file);
  syncFolder(dirname(file));
}

/** Keeps an existing file, so that processes that start together share the first one written. */
export function createDurably(file: string, content: string): void {
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  const next = `${file}.${randomUUID()}`;
  writeSynced(next, content);
  try {
    // Links instead of renaming, because a link fails if the file exists.
    linkSync(next, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(next, { force: true });
  }
  syncFolder(dirname(file));
}

function writeSynced(file: string, content: string): void {
  const handle = openSync(file, 'w', 0o600);
  writeSync(handle, content);
  fsyncSync(handle);
  closeSync(handle);
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
