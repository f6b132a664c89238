/** LISTEN on a dedicated connection that reconnects with backoff. */
import pg from 'pg';
import { directUrlOf } from '@mare/database/connection/connect.ts';
import type { Log } from '../log/log.ts';

const RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;
/** Interval of the probe for dead connections. */
const PROBE_MS = 10_000;

export interface Listener {
  stop(): Promise<void>;
}

/**
 * @param channel a plain SQL identifier
 * @param onNotify called for each notification with its payload, and after each (re)connect with null, as notifications
 * may have been missed
 */
export function listenTo(
  { pool, log }: { pool: pg.Pool; log: Log },
  channel: string,
  onNotify: (payload: string | null) => void,
): Listener {
  const stopped = new AbortController();
  const running = listenWithRetry();
  return {
    stop: async () => {
      stopped.abort();
      await running;
    },
  };

  async function listenWithRetry(): Promise<void> {
    let retryMs = RETRY_MS;
    while (!stopped.signal.aborted) {
      try {
        await listenUntilLost(() => (retryMs = RETRY_MS));
      } catch (error) {
        log.warn({ err: error, channel }, 'listening connection lost');
        await pause(retryMs);
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      }
    }
  }

  /** Returns when stopped. @throws when the connection is lost */
  async function listenUntilLost(onConnected: () => void): Promise<void> {
    const client = new pg.Client({ connectionString: directUrlOf(pool), keepAlive: true });
    const lost = Promise.withResolvers<void>();
    client.on('error', lost.reject);
    client.on('end', () => lost.reject(new Error('the connection was closed')));
    client.on('notification', ({ payload }) => onNotify(payload ?? ''));
    const stop = () => lost.resolve();
    stopped.signal.addEventListener('abort', stop);
    let probe: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      onConnected();
      onNotify(null);
      probe = setInterval(() => void probeOnce(client, lost.reject), PROBE_MS);
      if (!stopped.signal.aborted) await lost.promise;
    } finally {
      clearInterval(probe);
      stopped.signal.removeEventListener('abort', stop);
      // Later errors of the lost connection are irrelevant.
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
  const timer = setTimeout(() => onLost(new Error('the connection does not answer')), PROBE_MS);
  try {
    await client.query('select 1');
  } catch (error) {
    onLost(error as Error);
  } finally {
    clearTimeout(timer);
  }
}
