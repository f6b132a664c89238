import type { apiErrors } from '@mare/contract/errors.ts';
import type { z } from 'zod';
import { isApiError } from '../../fetching/is-api-error.ts';

type Busy = z.infer<(typeof apiErrors)['BUSY']['data']>;

/** Some ten minutes at the longest waits that the server asks for. */
const MOST_TRIES = 40;
/** The server speaks of whole seconds: those of one second come back all through the next, and keep it busy evenly. */
const SPREAD_MS = 1_000;

/**
 * Under a rush the server asks a buyer to come again in a few seconds; the page does that in the buyer's place. The
 * same idempotency key goes with every try, so that two of them are never two orders.
 */
export const waitInLine = {
  retry: (failures: number, error: Error) => failures < MOST_TRIES && isApiError(error, 'BUSY'),
  /** Milliseconds. Asked of every failure, also of those after which nobody tries again. */
  retryDelay: (_failures: number, error: Error) =>
    isApiError(error, 'BUSY')
      ? (error as unknown as { data: Busy }).data.retryAfterSeconds * 1000 + SPREAD_MS * Math.random()
      : 0,
};
