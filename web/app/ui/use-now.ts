import { useSyncExternalStore } from 'react';
import { measureClock, serverNow } from './server-clock.ts';
import { whenIdle } from './loading/preload-when-idle.ts';

const TICK_MS = 1000;

/** Calls back every second while the page is visible. */
export function subscribeToSeconds(onTick: () => void): () => void {
  const cancel = whenIdle(measureClock);
  const tick = () => {
    if (!document.hidden) onTick();
  };
  const timer = setInterval(tick, TICK_MS);
  document.addEventListener('visibilitychange', tick);
  return () => {
    cancel();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** Start of the current second by the server's clock, in epoch milliseconds; null on the server and until hydration. */
export function useNow(): number | null {
  return useSyncExternalStore<number | null>(
    subscribeToSeconds,
    () => Math.floor(serverNow().getTime() / TICK_MS) * TICK_MS,
    () => null,
  );
}
