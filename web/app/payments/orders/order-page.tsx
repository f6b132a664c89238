import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { adminTabLink } from '../../admin/admin-tabs.ts';
import { queries } from '../../api.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { errorMessage, isApiError } from '../../messages.ts';
import { ListLoading } from '../../ui/loading/list-loading.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';

export const meta = pageMeta({ title: 'Pedido', description: 'Tudo sobre um pedido.', index: false });

/** Loaded in parallel with the order. A dynamic import keeps the route's script list, which every page includes, short. */
const KnownOrder = lazyComponent(() => import('./known-order.tsx'), 'now');

const loading = <ListLoading />;

export default function OrderPage() {
  const { id = '' } = useParams();
  const order = useQuery({
    ...queries.admin.orders.find.queryOptions({ input: { id } }),
    staleTime: 0,
    retry: false,
  });
  return (
    <>
      <Link
        to={adminTabLink('pedidos')}
        className="flex min-h-6 items-center gap-1 justify-self-start text-sm font-semibold text-sea"
      >
        <Icon name="chevronLeft" />
        Todos os pedidos
      </Link>
      {order.isPending && loading}
      {order.isError && !order.data && (
        <ErrorState
          level={1}
          title={isApiError(order.error, 'NOT_FOUND') ? 'Pedido não encontrado' : errorMessage(order.error)}
          onRetry={() => order.refetch()}
        />
      )}
      {order.data && (
        <Suspense fallback={loading}>
          <KnownOrder order={order.data} />
        </Suspense>
      )}
    </>
  );
}
