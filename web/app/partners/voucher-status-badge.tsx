import { VOUCHER_STATES, type VoucherStatus } from '@mare/domain/partners/voucher-state.ts';
import { Badge, type BadgeTone } from '../ui/data-display/badge.tsx';

const tones: Record<VoucherStatus, BadgeTone> = {
  pending: 'warning',
  validated: 'success',
  expired: 'neutral',
};

export function VoucherStatusBadge({ status }: { status: VoucherStatus }) {
  return <Badge tone={tones[status]}>{VOUCHER_STATES[status].label}</Badge>;
}
