import { CAMPAIGN_STATES, type CampaignStatus } from '@mare/domain/campaigns/campaign-state.ts';
import { Badge, type BadgeTone } from '../../ui/data-display/badge.tsx';

const tones: Record<CampaignStatus, BadgeTone> = {
  draft: 'neutral',
  scheduled: 'sea',
  sending: 'sun',
  paused: 'warning',
  sent: 'success',
  cancelled: 'danger',
};

export function CampaignStatusBadge({ status }: { status: CampaignStatus }) {
  return <Badge tone={tones[status]}>{CAMPAIGN_STATES[status].label}</Badge>;
}
