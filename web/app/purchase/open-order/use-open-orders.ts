import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../session/session.ts';
import { queries } from '../../api.ts';

/** Polling interval for orders of other devices (ms). */
const POLL_MS = 60_000;

/** Orders of the signed-in buyer that wait for payment, from any tab or device; empty for a visitor. */
export function useOpenOrders() {
  const session = useSession();
  const { data, dataUpdatedAt, isPending, isError, refetch } = useQuery({
    ...queries.orders.open.queryOptions(),
    enabled: session.status === 'signed-in',
    staleTime: 0,
    refetchInterval: POLL_MS,
    retry: false,
  });
  return {
    orders: data?.orders ?? [],
    answer: { answeredAt: data?.now ?? '', receivedAt: dataUpdatedAt },
    isPending,
    /** Reads them again; null unless they could not be read. */
    retry: isError && !data ? () => refetch() : null,
  };
}
