/** Repeats the reads that an outage or a lost connection failed. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { isErrorResponse } from './is-api-error.ts';
import { whenReady } from '../when-ready.ts';

/** Responses of a proxy whose server restarts, and of a server that is busy or without its database. */
const OF_OUTAGE = new Set([502, 503, 504]);

let isWaiting = false;

/** Refetches the failed queries that the page shows, as soon as the server is ready again, until all have succeeded. */
export function refetchFailedWhenReady(client: QueryClient, error: unknown): void {
  if (isWaiting || !isOfOutage(error)) return;
  isWaiting = true;
  whenReady(async () => {
    // A hidden tab refetches when it is shown.
    const isShown = document.visibilityState === 'visible';
    if (isShown) await client.refetchQueries(FAILED);
    isWaiting = isShown && client.getQueryCache().findAll(FAILED).length > 0;
    return !isWaiting;
  });
}

const FAILED = { type: 'active', fetchStatus: 'idle', predicate: hasFailed } as const;

/** Except queries that only a press repeats. */
function hasFailed({ state, observers }: Query): boolean {
  const repeats = observers.some(({ options }) => options.refetchOnReconnect !== false);
  return repeats && state.status === 'error' && isOfOutage(state.error);
}

function isOfOutage(error: unknown): boolean {
  return error instanceof TypeError || (isErrorResponse(error) && OF_OUTAGE.has(error.status));
}
