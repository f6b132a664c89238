/** States of an e-mail campaign. It starts by schedule, and is finished once no message is left. */
export const CAMPAIGN_STATUSES = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

interface CampaignState {
  label: string;
  /** Transitions that the panel may request. */
  moves: readonly CampaignStatus[];
}

export const CAMPAIGN_STATES: Readonly<Record<CampaignStatus, CampaignState>> = {
  draft: { label: 'Rascunho', moves: ['scheduled', 'cancelled'] },
  scheduled: { label: 'Agendada', moves: ['draft', 'cancelled'] },
  sending: { label: 'Enviando', moves: ['paused', 'cancelled'] },
  paused: { label: 'Pausada', moves: ['sending', 'cancelled'] },
  sent: { label: 'Enviada', moves: [] },
  cancelled: { label: 'Cancelada', moves: [] },
};

export function canMoveCampaign(from: CampaignStatus, to: CampaignStatus): boolean {
  return CAMPAIGN_STATES[from].moves.includes(to);
}

/** Whether the content may still change. */
export function isCampaignOpen(status: CampaignStatus): boolean {
  return status === 'draft';
}

/** Rate limit of mails per minute across workers. */
export const PER_MINUTE = { min: 1, usual: 120, max: 600 } as const;
