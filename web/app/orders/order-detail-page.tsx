import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { OrderDetail as Order } from '@mare/contract/orders/orders.ts';
import { SignedInOnly } from '../session/signed-in-only.tsx';
import { queries } from '../api.ts';
import { formatBrl, formatDateTime } from '../format.ts';
import { links } from '../links.ts';
import { isApiError } from '../fetching/failures/is-api-error.ts';
import { pageMeta } from '../document/page-meta.ts';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ListLoading } from '../ui/loading/list-loading.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { OrderItemList } from './order-item-list.tsx';
import { OrderStatusBadge } from './order-status-badge.tsx';

export const meta = pageMeta({
  title: 'Detalhes do pedido',
  description: 'Situação, números e valores do seu pedido.',
  index: false,
});

export default function OrderDetailPage() {
  return (
    <main id="conteudo" className="shell py-8 sm:py-12">
      <SignedInOnly>
        <OrderDetail />
      </SignedInOnly>
    </main>
  );
}

function OrderDetail() {
  const { id = '' } = useParams();
  const order = useQuery({ ...queries.orders.detail.queryOptions({ input: { id } }), staleTime: 0 });
  if (order.data) return <OrderView order={order.data} />;
  if (order.isPending) return <ListLoading />;
  if (isApiError(order.error, 'NOT_FOUND'))
    return (
      <EmptyState
        icon="search"
        title="Pedido não encontrado."
        level={1}
        action={<LinkButton to={links.dashboard()}>Ver meus pedidos</LinkButton>}
      />
    );
  return (
    <ErrorState
      level={1}
      title="Não foi possível carregar os detalhes do pedido."
      onRetry={() => order.refetch()}
    />
  );
}

const actions: Partial<Record<Order['status'], string>> = {
  pending: 'Pagar este pedido',
  paid: 'Ver pagamento e recibo',
};

function OrderView({ order }: { order: Order }) {
  return (
    <>
      <h1 className="mb-6 text-3xl">Detalhes do pedido</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <OrderItemList order={order} />
        <Card padded className="grid gap-5 max-lg:order-first">
          <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 large-text:grid-cols-1">
            <dt className="text-ink-soft">Situação</dt>
            <dd>
              <OrderStatusBadge {...order} />
            </dd>
            <dt className="text-ink-soft">Data</dt>
            <dd>{formatDateTime(order.createdAt)}</dd>
            {order.paidAt && (
              <>
                <dt className="text-ink-soft">Pago em</dt>
                <dd>{formatDateTime(order.paidAt)}</dd>
              </>
            )}
            <dt className="text-ink-soft">{order.returnedCentavos > 0 ? 'Total pago' : 'Total'}</dt>
            <dd className="tabular font-bold">{formatBrl(order.totalCentavos)}</dd>
          </dl>
          <LinkButton
            to={links.order(order.externalReference)}
            variant={order.status === 'pending' ? 'primary' : 'outline'}
            block
          >
            {actions[order.status] ?? 'Ver o pedido'}
          </LinkButton>
          {order.paidAt && (
            <LinkButton to={links.orderProof(order.externalReference)} variant="outline" block>
              Guarde seu comprovante
            </LinkButton>
          )}
          <LinkButton to={links.supportForOrder(order.externalReference)} variant="quiet" icon="mail" block>
            Preciso de ajuda com este pedido
          </LinkButton>
        </Card>
      </div>
    </>
  );
}
