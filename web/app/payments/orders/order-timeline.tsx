import type { OrderDetail } from '@mare/contract/admin/order-detail.ts';
import { Section } from '../../admin/people/person-section.tsx';
import { formatDateTime } from '../../format.ts';
import { usePermission } from '../../session/use-permission.ts';
import { paymentLabel } from '../admin/payment-labels.ts';

/** Events of an order without amounts. Hidden from staff who see the payment history, which includes them. */
export function OrderTimeline({ order: { timeline } }: { order: OrderDetail }) {
  const seesMoney = usePermission('view-money');
  if (seesMoney !== false || timeline.length === 0) return null;
  return (
    <Section title="Linha do tempo">
      <ol className="grid gap-2">
        {timeline.map(({ id, kind, at }) => (
          <li key={id} className="wrap-anywhere">
            {paymentLabel(kind)}
            <span className="block text-sm text-ink-soft">{formatDateTime(at)}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
