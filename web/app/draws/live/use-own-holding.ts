import { useQuery } from '@tanstack/react-query';
import type { Holding } from '@mare/contract/orders/orders.ts';
import { queries } from '../../api.ts';
import { useSession } from '../../session/session.ts';

/** Loads the caller's cotas of a rifa. */
export function useOwnHolding(rifaId: string): { isLoaded: boolean; holding: Holding | undefined } {
  const session = useSession();
  const { data } = useQuery({
    ...queries.orders.holdings.queryOptions({ input: { page: 1, rifaId } }),
    enabled: session.status === 'signed-in',
    // The draw has just decided whether one of them won.
    staleTime: 0,
  });
  // A holding without cotas, because all were given away.
  return { isLoaded: data !== undefined, holding: data?.holdings.find(({ quantity }) => quantity > 0) };
}
