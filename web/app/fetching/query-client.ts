import { ORPCError } from '@orpc/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { DATA_FRESH_MS, FETCH_RETRIES } from '@mare/domain/timings.ts';

/**
 * A fetch that failed is tried again, unless the server said no on purpose.
 *
 * @param onFailure hears of a fetch that failed for good
 * @param onFailedChange hears of a change that failed, which its screen tells
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
        retry: (failures, error) => !saidNo(error) && failures < FETCH_RETRIES,
      },
      // A press without a network fails and says so: it is not made in secret once the network is back.
      mutations: { networkMode: 'always' },
    },
  });
}

/** A refusal of ours, or an answer that would be the same the next time. */
function saidNo(error: unknown): boolean {
  return error instanceof ORPCError && (error.defined || error.status < 500);
}
