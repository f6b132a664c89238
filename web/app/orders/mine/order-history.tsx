import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Order } from '@mare/contract/orders/orders.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatDateTime } from '../../format.ts';
import { links } from '../../links.ts';
import { useSaveForOffline, useOfflineCopy } from '../saved/use-saved-orders.ts';
import { OrderStatusBadge } from '../order-status-badge.tsx';
import { returnedAmount } from '../returned-amount.ts';
import { Card } from '../../ui/card.tsx';
import { MoreButton } from '../../ui/navigation/more-button.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';

/** All orders of the caller, newest first. */
export function OrderHistory() {
  const history = useInfiniteQuery({
    ...queries.orders.mine.infiniteOptions({
      input: (before: string | undefined) => ({ before }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next,
    }),
    staleTime: 0,
  });
  const offlineCopy = useOfflineCopy('orders', history);
  const orders = history.data?.pages.flatMap((page) => page.orders) ?? offlineCopy?.rows ?? [];
  useSaveForOffline('orders', history.data?.pages[0]?.orders);
  return (
    <section aria-labelledby="historico">
      <h2 id="historico" className="mb-4 text-2xl">
        Histórico
      </h2>
      {history.isPending && !offlineCopy && <Skeleton className="h-64" />}
      {history.isError && !history.data && !offlineCopy && (
        <Card>
          <ErrorState title="Não foi possível carregar seus pedidos." onRetry={() => history.refetch()} />
        </Card>
      )}
      {(history.data ?? offlineCopy) && (
        <Card padded>
          {orders.length === 0 && <p className="text-ink-soft">Nenhuma atividade recente.</p>}
          <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
            {orders.map((order) => (
              <li key={order.id} className="py-3 first:pt-0 last:pb-0">
                <OrderEntry order={order} />
              </li>
            ))}
          </ul>
          <MoreButton list={history} size="sm" block className="mt-4">
            Mostrar mais
          </MoreButton>
        </Card>
      )}
    </section>
  );
}

function OrderEntry({ order }: { order: Order }) {
  return (
    <Link to={links.orderDetail(order.id)} className="group grid grid-cols-[minmax(0,1fr)] gap-1">
      <span className="flex items-center justify-between gap-3 large-text:flex-wrap">
        <span className="min-w-0 font-semibold wrap-anywhere group-hover:text-sea group-hover:underline">
          {order.items.map((item) => item.title).join(', ')}
        </span>
        <OrderStatusBadge {...order} />
      </span>
      <span className="flex justify-between text-sm text-ink-soft">
        {formatDateTime(order.createdAt)}
        <span className="tabular">
          {formatBrl(order.totalCentavos)}
          {returnedAmount(order)}
        </span>
      </span>
    </Link>
  );
}
