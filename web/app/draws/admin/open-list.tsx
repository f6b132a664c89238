import { Link } from 'react-router';
import type { DrawAdmin } from '@mare/contract/draws/draw-admin.ts';
import { adminTabLink } from '../../admin/admin-tabs.ts';
import { writeFilters } from '../../admin/orders/order-filters.ts';
import { formatCount, formatDateTime } from '../../format.ts';

type Waits = NonNullable<DrawAdmin['rifas'][number]['waits']>;

interface OpenListProps {
  rifaId: string;
  waits: Waits;
}

/** Explains why the list of a closed rifa is not frozen yet, how long that lasts, and links to the cause. */
export function OpenList({ rifaId, waits }: OpenListProps) {
  const { since, orders } = waits;
  const reasons = reasonsOf(waits);
  return (
    <div className="grid gap-2 text-sm">
      <p>
        {since && `As vendas terminaram em ${formatDateTime(since)}. `}
        {reasons.length > 0
          ? 'A lista congela sozinha assim que nada mais a segura:'
          : 'Nada mais segura a lista: ela congela em instantes.'}
      </p>
      {reasons.length > 0 ? (
        <ul className="grid list-disc gap-1 pl-5 font-semibold text-warning">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-soft">
          Se isto continuar aqui por alguns minutos, a tarefa freeze-list pode ter parado. Procure-a em{' '}
          <Link to={adminTabLink('mensagens')} className="text-link">
            Mensagens
          </Link>
          , em Tarefas paradas.
        </p>
      )}
      {orders > 0 && (
        <Link
          to={`${adminTabLink('pedidos')}?${writeFilters({ rifaId, status: 'pending' }).toString()}`}
          className="text-link justify-self-start"
        >
          Ver {formatCount(orders, 'pedido', 'pedidos')}
        </Link>
      )}
    </div>
  );
}

function reasonsOf({ orders, overdueOrders, lastHoldEndsAt, groups, stands }: Waits): string[] {
  const payable = orders - overdueOrders;
  return [
    ...(payable > 0 && lastHoldEndsAt
      ? [
          `${formatCount(payable, 'pedido ainda pode ser pago', 'pedidos ainda podem ser pagos')}, até ${formatDateTime(lastHoldEndsAt)}.`,
        ]
      : []),
    ...(overdueOrders > 0
      ? [
          `${formatCount(overdueOrders, 'pedido passou', 'pedidos passaram')} da hora sem resposta do provedor: um pagamento em análise segura as cotas por até 24 horas, um provedor fora do ar por até 45 minutos.`,
        ]
      : []),
    ...(groups > 0
      ? [
          `${formatCount(groups, 'compra em grupo aberta, que termina sozinha', 'compras em grupo abertas, que terminam sozinhas')}.`,
        ]
      : []),
    ...(stands > 0
      ? [
          `${formatCount(stands, 'banca tem', 'bancas têm')} números separados; o que não foi vendido volta sozinho.`,
        ]
      : []),
  ];
}
