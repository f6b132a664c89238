import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchOrderEvery } from '@mare/domain/orders/watch-order.ts';
import { queries } from '../../api.ts';
import { useRefreshAfterPayment } from '../../orders/saved/use-saved-orders.ts';
import { useRemoveOrderedLines } from '../open-order/use-remove-ordered-lines.ts';

/** An order by its reference, polled while its payment may arrive. */
export function useLiveOrder(externalReference: string) {
  const order = useQuery({
    ...queries.orders.page.queryOptions({ input: { externalReference } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? watchOrderEvery(state.data) : false),
  });
  const cache = useQueryClient();
  const isOver = order.data !== undefined && order.data.status !== 'pending';
  useEffect(() => {
    // Hides the bar about the reserved order once the reservation ends.
    if (isOver) void cache.invalidateQueries({ queryKey: queries.orders.open.key() });
  }, [cache, isOver]);
  useRemoveOrderedLines(order.data);
  useRefreshAfterPayment(order.data?.paidAt ?? null);
  return order;
}
