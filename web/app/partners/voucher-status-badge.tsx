import type { VoucherStatus } from '@mare/contract/partners/partners.ts';
import { Badge, type BadgeTone } from '../ui/data-display/badge.tsx';

const states: Record<VoucherStatus, { label: string; tone: BadgeTone }> = {
  pending: { label: 'Pendente', tone: 'warning' },
  validated: { label: 'Validado', tone: 'success' },
  expired: { label: 'Expirado', tone: 'neutral' },
};

export function VoucherStatusBadge({ status }: { status: VoucherStatus }) {
  return <Badge tone={states[status].tone}>{states[status].label}</Badge>;
}
