import { totalQuantity } from '@mare/domain/orders/total-quantity.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { LookedUpOrder } from '@mare/contract/orders/own-numbers.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatCount, formatDateTime } from '../../format.ts';
import { links } from '../../links.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { MoreButton } from '../../ui/navigation/more-button.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { OrderStatusBadge } from '../order-status-badge.tsx';
import { returnedAmount } from '../returned-amount.ts';

/** Orders of the lookup session, newest first; a pending Pix can be paid. */
export function LookedUpOrders() {
  const found = useInfiniteQuery({
    ...queries.orders.lookedUpOrders.infiniteOptions({
      input: (before: string | undefined) => ({ before }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next,
    }),
    staleTime: 0,
  });
  const orders = found.data?.pages.flatMap((page) => page.orders) ?? [];
  return (
    <section aria-labelledby="pedidos" className="grid gap-5">
      <h2 id="pedidos" className="text-2xl">
        Pedidos
      </h2>
      {found.isPending && <Skeleton className="h-40" />}
      {found.isError && !found.data && (
        <Card>
          <ErrorState title="Não foi possível carregar seus pedidos." onRetry={() => found.refetch()} />
        </Card>
      )}
      {found.data && (
        <Card padded>
          {orders.length === 0 && <p className="text-ink-soft">Nenhum pedido com este contato.</p>}
          <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
            {orders.map((order) => (
              <li key={order.id} className="py-4 first:pt-0 last:pb-0">
                <Entry order={order} />
              </li>
            ))}
          </ul>
          <MoreButton list={found} size="sm" block className="mt-4">
            Mostrar mais pedidos
          </MoreButton>
        </Card>
      )}
    </section>
  );
}

function Entry({ order }: { order: LookedUpOrder }) {
  const path = links.order(order.externalReference);
  const titles = order.items.map((item) => item.title).join(', ');
  const which = `${formatDateTime(order.createdAt)}: ${titles}`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-56">
        <Link to={path} className="block font-semibold wrap-anywhere hover:text-sea hover:underline">
          {titles}
        </Link>
        <p className="text-sm text-ink-soft">
          {formatDateTime(order.createdAt)} · {order.buyerName}
        </p>
      </div>
      <p className="text-sm">
        {formatCount(totalQuantity(order.items), 'cota', 'cotas')} ·{' '}
        <span className="tabular font-semibold">{formatBrl(order.totalCentavos)}</span>
        {returnedAmount(order)}
      </p>
      <OrderStatusBadge {...order} />
      {order.status === 'pending' && (
        <LinkButton to={path} size="sm" icon="pix">
          Pagar <span className="sr-only">o pedido de {which}</span>
        </LinkButton>
      )}
      {order.status === 'paid' && (
        <LinkButton to={path} size="sm" variant="outline">
          Recibo <span className="sr-only">do pedido de {which}</span>
        </LinkButton>
      )}
    </div>
  );
}
