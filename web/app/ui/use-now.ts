import { useSyncExternalStore } from 'react';

const TICK_MS = 1000;

/** Calls back every second while the page is looked at. */
export function subscribeToSeconds(onTick: () => void): () => void {
  const tick = () => {
    if (!document.hidden) onTick();
  };
  const timer = setInterval(tick, TICK_MS);
  document.addEventListener('visibilitychange', tick);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** Start of the current second in epoch milliseconds; null on the server and until hydration. */
export function useNow(): number | null {
  return useSyncExternalStore<number | null>(
    subscribeToSeconds,
    () => Math.floor(Date.now() / TICK_MS) * TICK_MS,
    () => null,
  );
}
