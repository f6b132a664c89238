/** An event stream that connects again, for as long as the tab is visible. */
import { inStreamSlot } from './stream-slots.ts';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 15_000;
/** A hidden tab leaves its slot to others after this time. */
const HIDDEN_MS = 30_000;

/**
 * @param open opens the stream
 * @param onLost called when the connection is lost or refused; it is opened again
 * @returns a function that stops the stream
 */
export function subscribeToEvents<Event>(
  open: (signal: AbortSignal) => Promise<AsyncIterable<Event>>,
  onEvent: (event: Event) => void,
  onLost: () => void = () => undefined,
): () => void {
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
    const readEvents = async () => {
      for await (const event of await open(signal)) {
        if (signal.aborted) return;
        pauseMs = FIRST_PAUSE_MS;
        onEvent(event);
      }
    };
    while (!signal.aborted) {
      try {
        await inStreamSlot(signal, readEvents);
      } catch {
        // Lost connection, expired session or busy server: retry with exponential backoff.
      }
      onLost();
      await pause(pauseMs, signal);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
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
