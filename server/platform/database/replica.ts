/**
 * Read replica for public pages and lists. It serves reads only while its replication lag is below a second, so a sale
 * is visible within a second from either server. A lagging or unreachable replica falls back to the primary.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { connectKysely, connectPool, type Database } from '@mare/database/connection/connect.ts';
import { type Caches, createCaches } from '../caching/caches.ts';
import type { Log } from '../log/log.ts';

/** Interval of the lag checks (ms): the replica must have replayed the primary's position of the previous check. */
const CHECK_INTERVAL_MS = 200;
/** A passed check is valid for this long (ms). */
const CHECK_VALID_MS = 600;
const CONNECTIONS = 10;

export interface Replica {
  /** Read-only. */
  db: Database;
  caches: Caches;
  stop(): Promise<void>;
}

export function openReplica(url: string, { pool, log }: { pool: pg.Pool; log: Log }): Replica {
  const replicaPool = connectPool({ url, max: CONNECTIONS });
  const stopped = new AbortController();
  let freshUntil = 0;
  let wasFresh: boolean | null = null;

  async function checkLag(): Promise<void> {
    let position: string | null = null;
    while (!stopped.signal.aborted) {
      const checkedAt = performance.now();
      const isFresh: boolean =
        position !== null && (await hasReplayed(replicaPool, position).catch(() => false));
      if (isFresh) freshUntil = checkedAt + CHECK_VALID_MS;
      if (position !== null && isFresh !== wasFresh) {
        log.info({ isFresh }, isFresh ? 'replica serves public reads' : 'replica is lagging or unreachable');
        wasFresh = isFresh;
      }
      position = await readPosition(pool).catch(() => null);
      await pause(CHECK_INTERVAL_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }

  async function connect(): Promise<pg.PoolClient> {
    if (performance.now() >= freshUntil) return pool.connect();
    return replicaPool.connect().catch(() => {
      freshUntil = 0;
      return pool.connect();
    });
  }

  const checking = checkLag();
  return {
    db: connectKysely({ connect, end: () => Promise.resolve(), options: replicaPool.options }),
    caches: createCaches(),
    stop: async () => {
      stopped.abort();
      await checking;
      await replicaPool.end();
    },
  };
}

/** The platform with `db` and its caches on the read replica, for public reads. */
export function withReadReplica<P extends { db: Database; caches: Caches; replica?: Replica }>(
  platform: P,
): P {
  const { replica } = platform;
  return replica ? { ...platform, db: replica.db, caches: replica.caches } : platform;
}

async function readPosition(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ position: string }>('select pg_current_wal_lsn()::text as position');
  return rows[0]!.position;
}

async function hasReplayed(replicaPool: pg.Pool, position: string): Promise<boolean> {
  const { rows } = await replicaPool.query<{ replayed: boolean | null }>(
    'select pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed',
    [position],
  );
  return rows[0]!.replayed === true;
}
