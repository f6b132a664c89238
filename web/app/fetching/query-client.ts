import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { NoAnswer } from '../session/fetch-in-time.ts';
import { isErrorResponse } from './failures/is-api-error.ts';
import { DATA_FRESH_MS, FETCH_RETRIES } from '@mare/domain/timings.ts';

/** Each waits for the time limit of a read. */
const RETRIES_WITHOUT_ANSWER = 1;

/**
 * Retries failed fetches, except expected errors and 4xx responses.
 *
 * @param onFailure called when the last retry of a fetch fails
 * @param onFailedChange called when a mutation fails; its screen shows the error
 */
export function createQueryClient(
  onFailure?: (error: unknown) => void,
  onFailedChange?: (error: unknown) => void,
): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    mutationCache: new MutationCache({ onError: onFailedChange }),
    defaultOptions: {
      queries: {
        staleTime: DATA_FRESH_MS,
        retry: (failures, error) =>
          !isPermanent(error) &&
          failures < (error instanceof NoAnswer ? RETRIES_WITHOUT_ANSWER : FETCH_RETRIES),
      },
      // Offline, a mutation fails immediately instead of running later without the user's knowledge.
      mutations: { networkMode: 'always' },
    },
  });
}

/** An error code of the contract, or a 4xx response, which a retry would not change. */
function isPermanent(error: unknown): boolean {
  return isErrorResponse(error) && (error.defined || error.status < 500);
}
