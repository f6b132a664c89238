/** Live notification stream of the signed-in user, with reconnection. */
import type { LiveEvent } from '@mare/contract/notifications/notifications.ts';
import { queries } from '../api.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** A hidden tab disconnects after this time, because browsers limit the connections per site. */
const HIDDEN_MS = 30_000;

/**
 * Delivers every notification once, including those that arrive while the connection is lost or the tab is hidden.
 *
 * @returns a function that stops the stream
 */
export function followNotifications(onEvent: (event: LiveEvent) => void): () => void {
  let lastEventId: string | undefined;
  let connection: AbortController | null = null;
  let disconnectTimer: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    if (connection) return;
    connection = new AbortController();
    void stayConnected(connection.signal);
  }

  function disconnect(): void {
    connection?.abort();
    connection = null;
  }

  async function stayConnected(signal: AbortSignal): Promise<void> {
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
        // Lost connection or expired session: retry with exponential backoff.
      }
      await pause(pauseMs, signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  function onVisibility(): void {
    clearTimeout(disconnectTimer);
    if (document.visibilityState === 'visible') connect();
    else disconnectTimer = setTimeout(disconnect, HIDDEN_MS);
  }

  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(disconnectTimer);
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
