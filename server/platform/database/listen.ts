/** Hears what other processes announce with PostgreSQL's NOTIFY, on one connection of its own that comes back when lost. */
import pg from 'pg';
import { directUrlOf } from '@mare/database/connect.ts';
import type { Platform } from '../platform.ts';

const RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
/** A connection that died silently is found out this often. */
const PROBE_MS = 10_000;

export interface Listener {
  stop(): Promise<void>;
}

/**
 * @param channel a plain SQL identifier
 * @param onHear called for each announcement, and after each (re)connection, as something may have been missed until then
 */
export function listenTo(
  { pool, log }: Pick<Platform, 'pool' | 'log'>,
  channel: string,
  onHear: () => void,
): Listener {
  const stopped = new AbortController();
  const running = keepListening();
  return {
    stop: async () => {
      stopped.abort();
      await running;
    },
  };

  async function keepListening(): Promise<void> {
    let retryMs = RETRY_MS;
    while (!stopped.signal.aborted) {
      try {
        await listenUntilLost(() => (retryMs = RETRY_MS));
      } catch (error) {
        log.warn({ err: error, channel }, 'listening connection lost');
        await pause(retryMs);
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      }
    }
  }

  /** Returns when stopped. @throws when the connection is lost */
  async function listenUntilLost(onConnected: () => void): Promise<void> {
    const client = new pg.Client({ connectionString: directUrlOf(pool), keepAlive: true });
    const lost = Promise.withResolvers<void>();
    client.on('error', lost.reject);
    client.on('end', () => lost.reject(new Error('the connection was closed')));
    client.on('notification', onHear);
    const stop = () => lost.resolve();
    stopped.signal.addEventListener('abort', stop);
    let probe: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      onConnected();
      onHear();
      probe = setInterval(() => void probeOnce(client, lost.reject), PROBE_MS);
      if (!stopped.signal.aborted) await lost.promise;
    } finally {
      clearInterval(probe);
      stopped.signal.removeEventListener('abort', stop);
      // Whatever else the dying connection says is of no use to anybody.
      lost.promise.catch(() => undefined);
      await client.end().catch(() => undefined);
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      stopped.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

async function probeOnce(client: pg.Client, onLost: (error: Error) => void): Promise<void> {
  const late = setTimeout(() => onLost(new Error('the connection does not answer')), PROBE_MS);
  try {
    await client.query('select 1');
  } catch (error) {
    onLost(error as Error);
  } finally {
    clearTimeout(late);
  }
}
