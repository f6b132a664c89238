import { orderTitle } from '../../orders/order-title.ts';
import { Link } from 'react-router';
import type { OrderRow } from '@mare/contract/admin/orders-admin.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { formatBrl, formatCount, formatDateTime } from '../../format.ts';
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx';
import { Badge } from '../../ui/data-display/badge.tsx';
import { channelChoices, methodLabel } from './order-filters.ts';
import { adminOrderLink } from './order-links.ts';
import { TagBadges } from './tag-fields.tsx';
import type { Selection } from './use-selection.ts';

/** What a row may show besides buyer, state and amount. */
export const COLUMNS = {
  contact: 'E-mail e telefone',
  rifa: 'Rifa',
  method: 'Meio de pagamento',
  channel: 'Canal',
  coupon: 'Cupom e afiliado',
  reference: 'Referência',
} as const;
export type Column = keyof typeof COLUMNS;

interface OrderLineProps {
  order: OrderRow;
  columns: ReadonlySet<Column>;
  /** Shows a box to choose the order. */
  selection?: Selection | undefined;
}

export function OrderLine({ order, columns, selection }: OrderLineProps) {
  if (!selection) return <OrderLink order={order} columns={columns} />;
  const { id, buyer, externalReference } = order;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)]">
      <label className="grid w-11 cursor-pointer place-items-center">
        <input
          type="checkbox"
          className="size-5 accent-sea"
          aria-label={`Escolher o pedido ${externalReference} de ${buyer.name ?? 'quem não tem nome'}`}
          checked={selection.chosen.includes(id)}
          onChange={() => selection.toggle(id)}
        />
      </label>
      <OrderLink order={order} columns={columns} />
    </div>
  );
}

function OrderLink({ order, columns }: Pick<OrderLineProps, 'order' | 'columns'>) {
  const details = detailsOf(order).filter(([column, text]) => text && columns.has(column));
  return (
    <Link
      to={adminOrderLink(order)}
      data-order
      className="grid gap-1 p-3 hover:bg-sea-tint/50 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-4 sm:p-4"
    >
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <strong className="min-w-0 wrap-anywhere">{order.buyer.name ?? 'Sem nome'}</strong>
          <OrderStatusBadge status={order.status} />
          {order.needsReview && <Badge tone="danger">Precisa de revisão</Badge>}
          <TagBadges tags={order.tags} />
        </span>
        {details.map(([column, text]) => (
          <span key={column} className="block text-sm wrap-anywhere text-ink-soft">
            {text}
          </span>
        ))}
      </span>
      <span className="tabular text-sm sm:text-right">
        <strong>{formatBrl(order.totalCentavos)}</strong>
        <span className="text-ink-soft sm:block">
          {' '}
          {formatCount(order.quantity, 'cota', 'cotas')} · {formatDateTime(order.createdAt)}
        </span>
      </span>
    </Link>
  );
}

function detailsOf(order: OrderRow): [Column, string][] {
  const { buyer, coupon, affiliateCode } = order;
  return [
    ['contact', [buyer.email, buyer.phone && formatPhone(buyer.phone)].filter(Boolean).join(' · ')],
    ['rifa', orderTitle(order)],
    // A paid order may have no payment at the provider.
    [
      'method',
      [(order.method || !order.paidAt) && methodLabel(order.method), order.paymentId]
        .filter(Boolean)
        .join(' · '),
    ],
    ['channel', channelChoices[order.channel]],
    [
      'coupon',
      [coupon && `Cupom ${coupon}`, affiliateCode && `Afiliado ${affiliateCode}`].filter(Boolean).join(' · '),
    ],
    ['reference', order.externalReference],
  ];
}
