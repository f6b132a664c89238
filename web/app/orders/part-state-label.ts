import type { PartState } from '@mare/domain/orders/group-purchases/part-state.ts';
import type { BadgeTone } from '../ui/data-display/badge.tsx';
import type { IconName } from '../ui/style/icons.tsx';

/** The state of a part of a group purchase. */
export const partStateLabels: Record<PartState, { label: string; tone: BadgeTone; icon?: IconName }> = {
  free: { label: 'Livre', tone: 'sea' },
  taken: { label: 'Aguardando Pix', tone: 'warning', icon: 'clock' },
  paid: { label: 'Paga', tone: 'success', icon: 'check' },
  returned: { label: 'Devolvida', tone: 'neutral' },
  ended: { label: 'Não foi paga', tone: 'neutral' },
};
