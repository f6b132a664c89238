import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import type { OrderPage } from '@mare/contract/orders/orders.ts';
import { watchOrderEvery } from '@mare/domain/orders/watch-order.ts';
import { queries } from '../../api.ts';
import { formatDateTime } from '../../format.ts';
import { links } from '../../links.ts';
import { isApiError } from '../../messages.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Spinner } from '../../ui/states.tsx';
import { useRefreshAfterPayment } from '../../orders/saved/use-saved-orders.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { classNames } from '../../ui/style/class-names.ts';
import { OrderItemList } from '../../orders/order-item-list.tsx';
import { OrderNextStep } from './order-next-step.tsx';
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx';

const LogWatch = lazyComponent(() => import('../../transparency/log-watch.tsx'));
const OrderReceiptCard = lazyComponent(() => import('../../transparency/order-receipt.tsx'));

/** An order with its payment, which updates itself. On its own page, and in place at the checkout. */
export function LiveOrder({ externalReference }: { externalReference: string }) {
  const order = useQuery({
    ...queries.orders.page.queryOptions({ input: { externalReference } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? watchOrderEvery(state.data) : false),
  });
  const cache = useQueryClient();
  const isOver = order.data !== undefined && order.data.status !== 'pending';
  useEffect(() => {
    // The bar about the reserved order goes with the reservation.
    if (isOver) void cache.invalidateQueries({ queryKey: queries.orders.open.key() });
  }, [cache, isOver]);
  return (
    <>
      {order.isPending && <Spinner className="min-h-[60svh]" />}
      {order.isError && !order.data && (
        <OrderError missing={isApiError(order.error, 'NOT_FOUND')} onRetry={() => void order.refetch()} />
      )}
      {order.data && (order.isRefetchError || order.isPaused) && (
        <output className="mb-4 block rounded-md bg-warning-tint px-4 py-3 font-semibold text-warning">
          Sem conexão. Esta página se atualiza sozinha quando a internet voltar.
        </output>
      )}
      {order.data && <OrderView order={order.data} />}
    </>
  );
}

function OrderError({ missing, onRetry }: { missing: boolean; onRetry: () => void }) {
  if (missing)
    return (
      <EmptyState
        icon="search"
        title="Pedido não encontrado."
        level={1}
        action={<LinkButton to={links.home()}>Ver Rifas</LinkButton>}
      >
        Confira o endereço: ele vem inteiro no e-mail do pedido.
      </EmptyState>
    );
  return <ErrorState level={1} title="Não foi possível carregar os detalhes do pedido." onRetry={onRetry} />;
}

function OrderView({ order }: { order: OrderPage }) {
  useRefreshAfterPayment(order.paidAt);
  const [wasPending] = useState(order.status === 'pending');
  return (
    <>
      {order.paidAt && (
        <Suspense fallback={null}>
          <LogWatch quiet />
        </Suspense>
      )}
      <header className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-3xl">Pedido de {order.buyerName}</h1>
        <OrderStatusBadge status={order.status} />
        <p className="w-full text-ink-soft">
          Feito em {formatDateTime(order.createdAt)}
          {order.paidAt && ` · pago em ${formatDateTime(order.paidAt)}`}
        </p>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_26rem]">
        <OrderItemList order={order} arriving={wasPending && order.status === 'paid'} />
        {/* On a phone a pending payment is above the order's lines. */}
        <div className={classNames('grid gap-6', order.status === 'pending' && 'max-lg:order-first')}>
          <OrderNextStep order={order} />
          {order.paidAt && (
            <Suspense fallback={null}>
              <OrderReceiptCard externalReference={order.externalReference} />
            </Suspense>
          )}
        </div>
      </div>
    </>
  );
}
