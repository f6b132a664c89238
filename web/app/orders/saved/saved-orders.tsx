import type { ReactNode } from 'react';
import { HoldingCard } from '../mine/holding-card.tsx';
import { formatBrl, formatDateTime } from '../../format.ts';
import { OrderStatusBadge } from '../order-status-badge.tsx';
import { Card } from '../../ui/card.tsx';
import { SavedNote } from './saved-note.tsx';
import { savedList } from './saved-orders-store.ts';
import { useOwnNumbers } from './use-saved-orders.ts';

/** Cached cotas and orders; `otherwise` if not signed in. */
export function SavedOrders({ otherwise = null }: { otherwise?: ReactNode }) {
  const saved = useOwnNumbers();
  const holdings = savedList(saved, 'holdings');
  const orders = savedList(saved, 'orders');
  if (!holdings && !orders) return otherwise;
  return (
    <>
      {holdings && (
        <section aria-labelledby="numeros-guardados" className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <div className="grid gap-3">
            <h2 id="numeros-guardados" className="text-2xl">
              Seus números
            </h2>
            <SavedNote keptAt={holdings.keptAt} />
          </div>
          {holdings.rows.length === 0 && <p className="text-ink-soft">Nenhuma cota paga por enquanto.</p>}
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
            {holdings.rows.map((holding) => (
              <li key={holding.rifaId}>
                <HoldingCard holding={holding} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {orders && orders.rows.length > 0 && (
        <section aria-labelledby="pedidos-guardados" className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <h2 id="pedidos-guardados" className="text-2xl">
            Seus pedidos
          </h2>
          {!holdings && <SavedNote keptAt={orders.keptAt} />}
          <Card padded>
            <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
              {orders.rows.map((order) => (
                <li key={order.id} className="grid grid-cols-[minmax(0,1fr)] gap-1 py-3 first:pt-0 last:pb-0">
                  <p className="flex items-center justify-between gap-3 large-text:flex-wrap">
                    <span className="min-w-0 font-semibold wrap-anywhere">
                      {order.items.map((item) => item.title).join(', ')}
                    </span>
                    <OrderStatusBadge {...order} />
                  </p>
                  <p className="flex justify-between gap-3 text-sm text-ink-soft">
                    {formatDateTime(order.createdAt)}
                    <span className="tabular">{formatBrl(order.totalCentavos)}</span>
                  </p>
                </li>
              ))}
            </ul>
          </Card>
        </section>
      )}
    </>
  );
}
