import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Ten times what a whole run takes. */
const ENOUGH_BYTES = 2 * 1024 ** 3;

/**
 * Makes a folder for the cluster of a test run: in memory if there is enough, which takes a third off the processor time of
 * PostgreSQL. PostgreSQL's account may enter it.
 */
export function makeScratchFolder(): string {
  const folder = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), 'mare-test-'));
  chmodSync(folder, 0o711);
  return folder;
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH_BYTES && freemem() > ENOUGH_BYTES;
  } catch {
    return false;
  }
}
