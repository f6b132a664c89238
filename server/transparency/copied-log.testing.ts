/** Reads the whole public log as outside readers do. */
import type { VerifierKey } from '@mare/domain/transparency/log/signed-note.ts';
import { decodeEntry } from '@mare/domain/transparency/log/log-entry.ts';
import { findRepetitions } from '@mare/domain/transparency/verify/whole-log/repeated-entries.ts';
import { createMemoryMirror } from '@mare/domain/transparency/witness/memory-mirror.testing.ts';
import { type MirrorStore, syncMirror } from '@mare/domain/transparency/witness/mirror.ts';
import { createCaches } from '../platform/caching/caches.ts';
import type { Platform } from '../platform/platform.ts';
import { createLogRoutes } from './log.routes.ts';

/** A mirror that has copied what is signed. */
export async function copyLog(
  platform: Parameters<typeof createLogRoutes>[0],
  key: VerifierKey,
): Promise<MirrorStore> {
  const store = createMemoryMirror();
  const routes = createLogRoutes({ ...platform, caches: createCaches() });
  const synced = await syncMirror(key, store, async (path) => {
    const response = await routes.request(`http://localhost/log/${path}`);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  });
  if (!synced.ok) throw new Error(synced.code);
  return store;
}

/** @throws when the log, with the entries that wait for their place in it, holds what an honest shop logs once twice */
export async function assertLoggedOnce({ db }: Pick<Platform, 'db'>): Promise<void> {
  const entries = await db.selectFrom('logEntries').select('body').orderBy('leafIndex').execute();
  const queued = await db.selectFrom('logQueue').select('body').orderBy('id').execute();
  const found = findRepetitions(
    [...entries, ...queued].map(({ body }, index) => ({ index, entry: decodeEntry(body)! })),
  );
  if (found.length > 0) throw new Error(found.map(({ sentence }) => sentence).join('\n'));
}
