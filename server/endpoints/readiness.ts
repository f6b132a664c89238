/** Whether this process can serve: the database responds, accepts writes and has all migrations. */
import { pendingMigrations } from '@mare/database/migrating/migrate.ts';
import { checkWrites } from '../platform/database/check-writes.ts';
import type { Platform } from '../platform/platform.ts';

/** Shorter than the timeout of metric collectors and load balancers. */
export const DATABASE_WITHIN_MS = 4_000;

/** @returns why the process cannot serve; null if it can */
export type ReadFault = () => Promise<string | null>;

/** @param withinMs after which a database that does not respond counts as a fault */
export function createReadFault(platform: Platform, withinMs = DATABASE_WITHIN_MS): ReadFault {
  const find = singleFlight(() => findFault(platform));
  return () => inTime(find(), withinMs, 'database does not answer');
}

async function findFault(platform: Platform): Promise<string | null> {
  const { pool, log } = platform;
  try {
    const pending = await pendingMigrations(pool);
    if (pending.length > 0) return `migrations pending: ${pending.length}`;
  } catch (error) {
    log.warn({ err: error }, 'not ready: database unreachable');
    return 'database unreachable';
  }
  try {
    await checkWrites(platform);
    return null;
  } catch (error) {
    log.warn({ err: error }, 'not ready: database accepts no writes');
    return 'database accepts no writes';
  }
}

/** Concurrent callers share one read, so that a database that hangs gets no further queries. */
export function singleFlight<T>(read: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | null = null;
  return () =>
    (pending ??= read().finally(() => {
      pending = null;
    }));
}

/** @returns `otherwise` once `ms` have passed. @throws what `read` throws before */
export async function inTime<T, Late>(read: Promise<T>, ms: number, otherwise: Late): Promise<T | Late> {
  const timeout = Promise.withResolvers<Late>();
  const timer = setTimeout(() => timeout.resolve(otherwise), ms);
  try {
    return await Promise.race([read, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
