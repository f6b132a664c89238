import { RIFA_STATES, type ShownStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { Badge } from '../ui/data-display/badge.tsx';
import { statusLooks } from './rifa-status.ts';

export function RifaStatusBadge({ status, className }: { status: ShownStatus; className?: string }) {
  return (
    <Badge tone={statusLooks[status].tone} className={className}>
      {RIFA_STATES[status].label}
    </Badge>
  );
}
