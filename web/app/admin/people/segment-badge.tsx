import { SEGMENT_NAMES, type Segment } from '@mare/domain/personalization/segments.ts';
import { Badge, type BadgeTone } from '../../ui/data-display/badge.tsx';

const tones: Record<Segment, BadgeTone> = {
  new: 'sea',
  casual: 'neutral',
  regular: 'success',
  vip: 'sun',
  at_risk: 'warning',
};

export function SegmentBadge({ segment }: { segment: Segment }) {
  return <Badge tone={tones[segment]}>{SEGMENT_NAMES[segment].label}</Badge>;
}
