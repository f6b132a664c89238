import type { apiErrors } from '@mare/contract/errors.ts';
import type { z } from 'zod';
import { isApiError } from '../../fetching/failures/is-api-error.ts';

type Busy = z.infer<(typeof apiErrors)['BUSY']['data']>;

/** About 10 minutes with the longest delay that the server requests. */
const MAX_RETRIES = 40;
/** Jitter. Delays are whole seconds, so this spreads the retries evenly. */
const MAX_JITTER_MS = 1_000;

/**
 * Mutation options that retry BUSY after the delay that the server requests. All attempts share one idempotency key, so
 * they never create two orders.
 */
export const retryWhenBusy = {
  retry: (failures: number, error: Error) => failures < MAX_RETRIES && isApiError(error, 'BUSY'),
  /** Milliseconds. Called for every failure, even if `retry` rejects it. */
  retryDelay: (_failures: number, error: Error) =>
    isApiError(error, 'BUSY')
      ? (error as unknown as { data: Busy }).data.retryAfterSeconds * 1000 + MAX_JITTER_MS * Math.random()
      : 0,
};
