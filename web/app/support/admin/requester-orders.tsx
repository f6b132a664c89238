import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminTabLink } from '../../admin/admin-tabs.ts';
import { adminOrderLink } from '../../admin/orders/order-links.ts';
import { personLink } from '../../admin/people/person-labels.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatDateTime } from '../../format.ts';
import { orderTitle } from '../../orders/order-title.ts';
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx';

const SHOWN = 5;

interface RequesterOrdersProps {
  personId: string;
  /** The order that the ticket is about. */
  aboutOrderId: string | null;
}

/** The latest orders of the ticket's author. */
export function RequesterOrders({ personId, aboutOrderId }: RequesterOrdersProps) {
  const orders = useQuery({
    ...queries.admin.orders.list.queryOptions({ input: { personId } }),
    staleTime: 0,
  });
  return (
    <section aria-label="Pedidos desta pessoa" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-lg">Pedidos</h3>
        <Link to={personLink(personId)} className="text-link text-sm">
          Ver a pessoa
        </Link>
      </div>
      {orders.data?.rows.length === 0 && <p className="text-ink-soft">Nenhum pedido ainda.</p>}
      {orders.isError && <p className="text-ink-soft">Os pedidos não puderam ser lidos agora.</p>}
      <ul className="grid gap-2">
        {orders.data?.rows.slice(0, SHOWN).map((order) => (
          <li key={order.id} className="text-sm">
            <Link to={adminOrderLink(order)} className="text-link wrap-anywhere">
              {orderTitle(order)}
            </Link>{' '}
            <OrderStatusBadge {...order} />
            {order.id === aboutOrderId && <strong> · assunto do ticket</strong>}
            <span className="tabular block text-ink-soft">
              {formatBrl(order.totalCentavos)} · {formatDateTime(order.createdAt)}
            </span>
          </li>
        ))}
      </ul>
      {orders.data && orders.data.rows.length > SHOWN && (
        <Link to={`${adminTabLink('pedidos')}?pessoa=${personId}`} className="text-link text-sm">
          Ver todos os pedidos
        </Link>
      )}
    </section>
  );
}
