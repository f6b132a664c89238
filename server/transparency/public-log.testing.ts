/** Testbed of the public log: a database, a key in a new folder, and a reader that checks what is served. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { createTestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { openCheckpoint } from '@mare/domain/transparency/log/checkpoint.ts';
import { leafHash, readRoot } from '@mare/domain/transparency/log/merkle-tree.ts';
import { formatVerifierKey } from '@mare/domain/transparency/log/signed-note.ts';
import { hashesFromTiles, splitEntries, tilePath, tilesOfTree } from '@mare/domain/transparency/log/tiles.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { systemClock, systemRandom } from '../platform/clock.ts';
import { createLog } from '../platform/log/log.ts';
import { readConfig } from '../platform/config/config.ts';
import { createLogRoutes } from './log.routes.ts';
import { openLogKey } from './keys/log-key.ts';
import { registerLogMetrics } from './log-metrics.ts';
import { recordEntry } from './entries/record-entry.ts';
import { updateLog } from './tree/start-log.ts';

export const RIFA = '5e000000-0000-4000-8000-000000000012';

export async function createLogTestbed() {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'public-log-'));
  const config = readConfig({ PORT: '4000', DATA_DIR: dataDir });
  const platform = {
    db: database.db,
    config,
    clock: systemClock,
    random: systemRandom,
    log: createLog(process.env.TEST_LOG ?? 'silent'),
    caches: createCaches(),
  };
  const key = openLogKey(config, systemRandom)!;
  /** Without caches of earlier requests. */
  const get = (path: string) =>
    createLogRoutes({ ...platform, caches: createCaches() }).request(`http://localhost/log/${path}`);

  return {
    ...database,
    platform,
    key,
    get,
    verifierKey: formatVerifierKey(key.signer.key),
    count: (soldNumbers: number) =>
      recordEntry(database.db, {
        kind: 'count',
        at: '2026-11-22T19:00:00.000Z',
        rifaId: RIFA,
        soldNumbers,
        soldManually: 0,
      }),
    update: () => updateLog(platform, key),
    /**
     * Entries as an outside reader gets them.
     * @throws when signature, root, tiles and entries do not match
     */
    async audit(): Promise<string[]> {
      const opened = openCheckpoint(await (await get('checkpoint')).text(), [key.signer.key]);
      if (!opened) throw new Error('no checkpoint by the key of the log');
      const { size, root } = opened.checkpoint;
      const bytes = async (path: string) => {
        const response = await get(path);
        if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
        return new Uint8Array(await response.arrayBuffer());
      };
      const read = hashesFromTiles(size, (tile) => bytes(tilePath(tile)));
      if (!Buffer.from(await readRoot(read, size)).equals(root))
        throw new Error('tiles without the signed root');
      const bundles = tilesOfTree(size).filter(({ level }) => level === 0);
      const texts: string[] = [];
      for (const { index, width } of bundles) {
        const entries = splitEntries(await bytes(tilePath({ level: 'entries', index, width })));
        const leaves = await bytes(tilePath({ level: 0, index, width }));
        for (const [at, entry] of entries.entries())
          if (!Buffer.from(leafHash(entry)).equals(leaves.subarray(at * 32, at * 32 + 32)))
            throw new Error(`entry ${index * 256 + at} is not the leaf`);
        texts.push(...entries.map((entry) => new TextDecoder().decode(entry)));
      }
      return texts;
    },
    /** Reads the metrics like a Prometheus scrape. @param at time of the scrape, by default now */
    scrapeMetrics(at = platform.clock.now()): Promise<string> {
      const registry = new Registry();
      registerLogMetrics(registry, { ...platform, clock: { ...platform.clock, now: () => at } });
      return registry.metrics();
    },
    async isForkFound(): Promise<boolean> {
      const { forkFoundAt } = await database.db
        .selectFrom('logTree')
        .select('forkFoundAt')
        .executeTakeFirstOrThrow();
      return forkFoundAt !== null;
    },
    /** Runs a statement without the append-only triggers, as the owner of the database can. */
    async runAsOwner(statement: ReturnType<typeof sql>): Promise<void> {
      await database.db.connection().execute(async (db) => {
        await sql`set session_replication_role = replica`.execute(db);
        await statement.execute(db);
        await sql`set session_replication_role = default`.execute(db);
      });
    },
    async close() {
      await database.drop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Sold counts of these entries, in order. */
export function countsOf(entries: readonly string[]): number[] {
  return entries.flatMap((entry) => {
    const count = /^vendidas (\d+)$/m.exec(entry)?.[1];
    return count === undefined ? [] : [Number(count)];
  });
}
