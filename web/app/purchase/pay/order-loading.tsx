import { useOnline } from '../../fetching/use-online.ts';
import { links } from '../../links.ts';
import { isApiError, isErrorResponse } from '../../fetching/failures/is-api-error.ts';
import { LinkButton } from '../../ui/button.tsx';
import { NoNetwork } from '../../ui/no-network.tsx';
import { ListLoading } from '../../ui/loading/list-loading.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import type { useLiveOrder } from './use-live-order.ts';

/** Status above an order: it is loading, does not exist, or is out of date. */
export function OrderLoading({ order }: { order: ReturnType<typeof useLiveOrder> }) {
  // A paid order is not polled, so no failed request would reveal a lost network.
  const isOnline = useOnline(true);
  const isOutdated = order.data !== undefined && (!isOnline || order.isRefetchError);
  const isShopAway = isOutdated && isOnline && isErrorResponse(order.error);
  return (
    <>
      <NoNetwork isOffline={order.isPaused || isOutdated} isShopAway={isShopAway} className="mb-4">
        Esta página se atualiza sozinha quando {isShopAway ? 'ela' : 'a internet'} voltar.
      </NoNetwork>
      {order.isPending && !order.isPaused && <ListLoading />}
      {!order.isPending && !order.data && (
        <OrderError missing={isApiError(order.error, 'NOT_FOUND')} onRetry={() => order.refetch()} />
      )}
    </>
  );
}

function OrderError({ missing, onRetry }: { missing: boolean; onRetry: () => unknown }) {
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
