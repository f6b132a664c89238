import { Fragment } from 'react';
import { Link } from 'react-router';
import type { OrderRow } from '@mare/contract/admin/orders-admin.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { formatBrl, formatCount, formatDateTime } from '../../format.ts';
import { orderTitle } from '../../orders/order-title.ts';
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx';
import { returnedAmount } from '../../orders/returned-amount.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import { channelChoices, methodLabel } from './order-filters.ts';
import { adminOrderLink } from './order-links.ts';
import { TagBadges } from './tag-fields.tsx';
import type { Selection } from './use-selection.ts';

/** Optional fields of a row besides buyer, state and amount. */
export const COLUMNS = {
  contact: 'E-mail e telefone',
  rifa: 'Rifa',
  method: 'Pagamento',
  channel: 'Canal',
  coupon: 'Cupom e afiliado',
  reference: 'Referência',
} as const;
export type Column = keyof typeof COLUMNS;

const allColumns = Object.keys(COLUMNS) as Column[];

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

/** Wide screens show a few columns as a table, one order per line; with more columns the values are stacked. */
const TABLE_GRIDS = [
  'lg:grid-cols-[minmax(0,1fr)_10rem]',
  'lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_10rem]',
  'lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1fr)_10rem]',
  'lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,0.8fr)_10rem]',
];

/** Column headings on wide screens. Rows name their contents, so assistive technology skips them. */
export function OrderHeads({ columns, isSelecting }: { columns: ReadonlySet<Column>; isSelecting: boolean }) {
  const grid = TABLE_GRIDS[columns.size];
  if (!grid) return null;
  return (
    <div
      aria-hidden
      className={classNames(
        'hidden gap-4 px-4 text-sm font-semibold text-ink-soft lg:grid',
        isSelecting && 'ml-11',
        grid,
      )}
    >
      <span>Quem comprou</span>
      {allColumns
        .filter((column) => columns.has(column))
        .map((column) => (
          <span key={column}>{COLUMNS[column]}</span>
        ))}
      <span className="text-right">Valor</span>
    </div>
  );
}

function OrderLink({ order, columns }: Pick<OrderLineProps, 'order' | 'columns'>) {
  const grid = TABLE_GRIDS[columns.size];
  const details = detailsOf(order).filter(([column]) => columns.has(column));
  return (
    <Link
      to={adminOrderLink(order)}
      data-order
      className={classNames(
        'grid gap-1 p-3 hover:bg-sea-tint/50 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-4 sm:p-4',
        grid && `lg:items-center lg:py-3 ${grid}`,
      )}
    >
      <span className={classNames('min-w-0', grid && 'lg:contents')}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <strong className="min-w-0 wrap-anywhere">{order.buyer.name ?? 'Sem nome'}</strong>
          <OrderStatusBadge {...order} />
          {order.needsReview && <Badge tone="danger">Precisa de revisão</Badge>}
          <TagBadges tags={order.tags} />
        </span>
        {details.map(([column, lines]) => (
          <Detail key={column} lines={lines} isCell={grid !== undefined} />
        ))}
      </span>
      <span className="tabular text-sm sm:text-right">
        <strong>{formatBrl(order.totalCentavos)}</strong>
        <span className="text-ink-soft"> · {formatCount(order.quantity, 'cota', 'cotas')}</span>
        <span className="text-ink-soft">{returnedAmount(order)}</span>
        <span className="text-ink-soft sm:hidden"> · </span>
        <span className="text-ink-soft sm:block">{formatDateTime(order.createdAt)}</span>
      </span>
    </Link>
  );
}

/** A line on phones; a cell of short lines in the table. */
function Detail({ lines, isCell }: { lines: string[]; isCell: boolean }) {
  if (lines.length === 0) return isCell ? <span className="hidden lg:block" /> : null;
  return (
    <span className="block min-w-0 text-sm wrap-anywhere text-ink-soft">
      {lines.map((line, place) => (
        <Fragment key={line}>
          {place > 0 && <span className={classNames(isCell && 'lg:hidden')}> · </span>}
          <span
            title={line}
            className={classNames('inline-block max-w-full', isCell && 'lg:block lg:truncate')}
          >
            {line}
          </span>
        </Fragment>
      ))}
    </span>
  );
}

function detailsOf(order: OrderRow): [Column, string[]][] {
  const { buyer, coupon, affiliateCode, paymentId } = order;
  return [
    ['contact', present(buyer.email, buyer.phone && formatPhone(buyer.phone))],
    ['rifa', [orderTitle(order)]],
    // A paid order may have no payment at the provider.
    ['method', present(methodOf(order), paymentId)],
    ['channel', [channelChoices[order.channel]]],
    ['coupon', present(coupon && `Cupom ${coupon}`, affiliateCode && `Afiliado ${affiliateCode}`)],
    ['reference', [order.externalReference]],
  ];
}

function methodOf({ method, paidAt, status }: OrderRow): string | null {
  if (method) return methodLabel(method);
  if (paidAt) return null;
  return status === 'pending' ? 'Ainda não pago' : 'Sem pagamento';
}

function present(...lines: (string | false | null)[]): string[] {
  return lines.filter((line): line is string => Boolean(line));
}
