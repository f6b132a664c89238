import { useSyncExternalStore } from 'react';
import { dateInMaceio } from '@mare/domain/maceio-time.ts';

const TICK_MS = 1000;

function subscribe(onTick: () => void): () => void {
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
    subscribe,
    () => Math.floor(Date.now() / TICK_MS) * TICK_MS,
    () => null,
  );
}

/** The date in Maceió, YYYY-MM-DD; null on the server and until hydration. */
export function useToday(): string | null {
  return useSyncExternalStore<string | null>(
    subscribe,
    () => dateInMaceio(new Date()),
    () => null,
  );
}
