import { Link } from 'react-router';
import type { RecentOrder } from '@mare/contract/admin/admin.ts';
import { formatBrl, formatCount, formatDateTime } from '../format.ts';
import { links } from '../links.ts';
import { OrderStatusBadge } from '../orders/order-status-badge.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/states.tsx';

const ORDERS_SHOWN = 10;

export function RecentOrders({ orders }: { orders: RecentOrder[] }) {
  return (
    <section aria-labelledby="pedidos-recentes">
      <h2 id="pedidos-recentes" className="mb-4 text-2xl">
        Pedidos recentes
      </h2>
      <Card padded>
        {orders.length === 0 ? (
          <EmptyState title="Nenhum pedido ainda" />
        ) : (
          <ul className="grid grid-cols-1 divide-y divide-line">
            {orders.slice(0, ORDERS_SHOWN).map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}

function OrderRow({ order }: { order: RecentOrder }) {
  const cotas = formatCount(order.quantity, 'cota', 'cotas');
  return (
    <li className="grid grid-cols-1 gap-1 py-3 first:pt-0 last:pb-0">
      <div className="flex items-center justify-between gap-3">
        <Link
          to={links.order(order.externalReference)}
          className="text-link min-w-0 font-semibold break-words"
        >
          {order.rifaTitle}
        </Link>
        <OrderStatusBadge status={order.paymentStatus} />
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft">
        <span className="wrap-anywhere">{order.buyerName ?? order.buyerEmail ?? 'Sem nome'}</span>
        <span className="tabular">
          {formatDateTime(order.createdAt)} · {cotas} · {formatBrl(order.totalCentavos)}
        </span>
      </div>
    </li>
  );
}
