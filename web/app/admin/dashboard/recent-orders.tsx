import { Link } from 'react-router';
import type { RecentOrder } from '@mare/contract/admin/admin.ts';
import { formatDateTime } from '../../format.ts';
import { orderTitle } from '../../orders/order-title.ts';
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx';
import { adminTabLink } from '../admin-tabs.ts';
import { Rows } from '../lists/admin-list.tsx';
import { orderAmounts } from '../orders/order-amounts.ts';
import { adminOrderLink } from '../orders/order-links.ts';

const ORDERS_SHOWN = 10;

export function RecentOrders({ orders }: { orders: RecentOrder[] }) {
  return (
    <section aria-labelledby="pedidos-recentes">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="pedidos-recentes" className="text-2xl">
          Pedidos recentes
        </h2>
        <Link to={adminTabLink('pedidos')} className="text-link">
          Todos os pedidos
        </Link>
      </div>
      <Rows
        rows={orders.slice(0, ORDERS_SHOWN)}
        empty={{ icon: 'ticket', title: 'Nenhum pedido ainda' }}
        keyOf={({ id }) => id}
        renderRow={(order) => <OrderRow order={order} />}
      />
    </section>
  );
}

function OrderRow({ order }: { order: RecentOrder }) {
  return (
    <div className="grid grid-cols-1 gap-1 p-4">
      <div className="flex items-center justify-between gap-3">
        <Link to={adminOrderLink(order)} className="text-link min-w-0 font-semibold break-words">
          {orderTitle(order)}
        </Link>
        <OrderStatusBadge {...order} />
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft">
        <span className="wrap-anywhere">{order.buyerName ?? order.buyerEmail ?? 'Sem nome'}</span>
        <span className="tabular">
          {formatDateTime(order.createdAt)} · {orderAmounts(order)}
        </span>
      </div>
    </div>
  );
}
