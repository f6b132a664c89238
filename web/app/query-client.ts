import { ORPCError } from '@orpc/client';
import { QueryClient } from '@tanstack/react-query';

/** Data keeps for five minutes; a fetch is tried again three times, unless the server said no on purpose. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * 60_000,
        retry: (failures, error) => !(error instanceof ORPCError && error.defined) && failures < 3,
      },
    },
  });
}
