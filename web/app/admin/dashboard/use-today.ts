import { useSyncExternalStore } from 'react';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import { subscribeToSeconds } from '../../ui/use-now.ts';
import { serverNow } from '../../ui/server-clock.ts';

/** The date in Maceió, YYYY-MM-DD; null on the server and until hydration. */
export function useToday(): string | null {
  return useSyncExternalStore<string | null>(
    subscribeToSeconds,
    () => dateInMaceio(serverNow()),
    () => null,
  );
}
