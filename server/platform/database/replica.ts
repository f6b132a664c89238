/**
 * A copy of the database that takes over what anybody may read: pages and public lists. It is asked only while it has all
 * that the first one had a moment ago, so that a sale is seen within a second whoever answers; else, and when it cannot
 * be reached, the first one is asked.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { connectKysely, connectPool, type Database } from '@mare/database/connect.ts';
import type { Platform } from '../platform.ts';

/** Milliseconds between two looks; the copy has to have all that was there at the look before. */
const LOOK_MS = 200;
/** How long a look holds. */
const HOLDS_MS = 600;
const CONNECTIONS = 10;

export interface Replica {
  /** For reading only. */
  db: Database;
  stop(): Promise<void>;
}

export function openReplica(url: string, { pool, log }: Pick<Platform, 'pool' | 'log'>): Replica {
  const copy = connectPool({ url, max: CONNECTIONS });
  const stopped = new AbortController();
  let freshUntil = 0;
  let wasFresh: boolean | null = null;

  async function keepLooking(): Promise<void> {
    let position: string | null = null;
    while (!stopped.signal.aborted) {
      const asked = performance.now();
      const isFresh: boolean = position !== null && (await hasReached(copy, position).catch(() => false));
      if (isFresh) freshUntil = asked + HOLDS_MS;
      if (position !== null && isFresh !== wasFresh) {
        log.info({ isFresh }, isFresh ? 'the replica answers public reads' : 'the replica is behind or away');
        wasFresh = isFresh;
      }
      position = await positionOf(pool).catch(() => null);
      await pause(LOOK_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }

  async function connect(): Promise<pg.PoolClient> {
    if (performance.now() >= freshUntil) return pool.connect();
    return copy.connect().catch(() => {
      freshUntil = 0;
      return pool.connect();
    });
  }

  const looking = keepLooking();
  return {
    db: connectKysely({ connect, end: () => Promise.resolve(), options: copy.options }),
    stop: async () => {
      stopped.abort();
      await looking;
      await copy.end();
    },
  };
}

/** The platform for what anybody may read. */
export function forPublicReads(platform: Platform): Platform {
  return platform.replica ? { ...platform, db: platform.replica.db } : platform;
}

async function positionOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ position: string }>('select pg_current_wal_lsn()::text as position');
  return rows[0]!.position;
}

async function hasReached(copy: pg.Pool, position: string): Promise<boolean> {
  const { rows } = await copy.query<{ reached: boolean | null }>(
    'select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached',
    [position],
  );
  return rows[0]!.reached === true;
}
