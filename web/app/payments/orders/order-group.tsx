import { Link } from 'react-router';
import type { OrderDetail } from '@mare/contract/admin/order-detail.ts';
import { adminOrderLink } from '../../admin/orders/order-links.ts';
import { Section } from '../../admin/people/person-section.tsx';
import { formatDateTime } from '../../format.ts';
import { links } from '../../links.ts';
import { partStateLabels } from '../../orders/part-state-label.ts';
import { Badge } from '../../ui/data-display/badge.tsx';

const states = {
  starting: 'Espera a primeira parte',
  open: 'Aberto',
  complete: 'Completo',
  ended: 'Encerrado',
};

/** The group purchase of an order: all parts, each with its state and its order. */
export function OrderGroup({ order }: { order: Pick<OrderDetail, 'id' | 'group'> }) {
  const { id, group } = order;
  if (!group) return null;
  const own = group.parts.find(({ partNo }) => partNo === group.partNo);
  return (
    <Section title="Bolão">
      <p className="wrap-anywhere">
        <Link to={links.group(group.token)} className="text-link font-semibold">
          {group.name}
        </Link>{' '}
        · {states[group.state]}
        {(group.state === 'open' || group.state === 'starting') && ` até ${formatDateTime(group.deadline)}`}
      </p>
      {own?.orderId !== id && (
        <p>Este pedido teve a parte {group.partNo} e não a tem mais: não foi pago a tempo.</p>
      )}
      <ol className="grid divide-y divide-line">
        {group.parts.map(({ partNo, state, orderId, name }) => (
          <li key={partNo} className="flex items-start justify-between gap-3 py-2">
            <span className="min-w-0 wrap-anywhere">
              Parte {partNo}:{' '}
              {orderId === null ? (
                'ninguém'
              ) : orderId === id ? (
                <strong>{name ?? 'sem nome'} (este pedido)</strong>
              ) : (
                <Link to={adminOrderLink({ id: orderId })} className="text-link">
                  {name ?? 'sem nome'}
                </Link>
              )}
              {partNo === 1 && ', quem começou'}
            </span>
            <Badge tone={partStateLabels[state].tone} className="shrink-0">
              {partStateLabels[state].label}
            </Badge>
          </li>
        ))}
      </ol>
    </Section>
  );
}
