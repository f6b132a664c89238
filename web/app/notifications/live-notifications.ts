/** Keeps this browser connected to what arrives for whoever is signed in. */
import type { LiveEvent } from '@mare/contract/notifications/notifications.ts';
import { queries } from '../api.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** A tab out of sight lets go of its connection after this long: browsers allow few to one site. */
const HIDDEN_MS = 30_000;

/**
 * Hears every notification once, also those that arrived while the connection was broken or the tab out of sight.
 *
 * @returns how to stop
 */
export function followNotifications(onEvent: (event: LiveEvent) => void): () => void {
  let lastEventId: string | undefined;
  let connection: AbortController | null = null;
  let letGo: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    if (connection) return;
    connection = new AbortController();
    void keepConnected(connection.signal);
  }

  function disconnect(): void {
    connection?.abort();
    connection = null;
  }

  async function keepConnected(signal: AbortSignal): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        const events = await queries.notifications.live.call(undefined, { signal, lastEventId });
        for await (const event of events) {
          if (signal.aborted) return;
          pauseMs = FIRST_PAUSE_MS;
          lastEventId = String(event.sequence);
          onEvent(event);
        }
      } catch {
        // The connection was lost, or the session is over: in both cases it is tried again, ever more rarely.
      }
      await pause(pauseMs, signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  function onVisibility(): void {
    clearTimeout(letGo);
    if (document.visibilityState === 'visible') connect();
    else letGo = setTimeout(disconnect, HIDDEN_MS);
  }

  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(letGo);
    disconnect();
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
