import { RIFA_STATES, type RifaStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { Badge, type BadgeTone } from '../ui/data-display/badge.tsx';

const tones: Record<RifaStatus, BadgeTone> = {
  draft: 'neutral',
  scheduled: 'sea',
  active: 'success',
  closed: 'sea',
  completed: 'neutral',
  cancelled: 'danger',
};

export function RifaStatusBadge({ status, className }: { status: RifaStatus; className?: string }) {
  return (
    <Badge tone={tones[status]} className={className}>
      {RIFA_STATES[status].label}
    </Badge>
  );
}
