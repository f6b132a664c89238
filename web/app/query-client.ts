import { ORPCError } from '@orpc/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';

/**
 * Data keeps for five minutes; a fetch is tried again three times, unless the server said no on purpose.
 *
 * @param onFailure hears of a fetch that failed for good
 */
export function createQueryClient(onFailure?: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    defaultOptions: {
      queries: {
        staleTime: 5 * 60_000,
        retry: (failures, error) => !(error instanceof ORPCError && error.defined) && failures < 3,
      },
    },
  });
}
