import { Link } from 'react-router';
import type { RifaBuyer } from '@mare/contract/rifas/managed-rifa.ts';
import { formatBrl, formatCotaNumber, formatDateTime, formatInteger } from '../../format.ts';
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';

export function BuyerLine({ buyer, totalNumbers }: { buyer: RifaBuyer; totalNumbers: number }) {
  return (
    <div className="grid gap-1 p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <strong>{buyer.name ?? 'Sem nome'}</strong>
          <OrderStatusBadge {...buyer} />
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">{buyer.email}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <NumberChip>{formatCotaNumber(buyer.number, totalNumbers)}</NumberChip>
        <span className="tabular">
          {buyer.cotas === 1 ? '1 cota' : `${formatInteger(buyer.cotas)} cotas`} ·{' '}
          {formatBrl(buyer.totalCentavos)} · {formatDateTime(buyer.createdAt)}
        </span>
        <Link to={`/admin/pagamentos?pedido=${buyer.externalReference}`} className="text-link">
          Ver pagamento
        </Link>
      </div>
    </div>
  );
}
