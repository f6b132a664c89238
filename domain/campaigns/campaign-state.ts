/** The life of an e-mail campaign. It begins by itself when its time comes, and is sent when nobody is left to write to. */
export const CAMPAIGN_STATUSES = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

interface CampaignState {
  label: string;
  /** Where the panel may move a campaign to. */
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

/** Its words may change: nobody has been written to, nor is about to be. */
export function isCampaignOpen(status: CampaignStatus): boolean {
  return status === 'draft';
}

/** Mails a minute, of all workers together. */
export const PER_MINUTE = { min: 1, usual: 120, max: 600 } as const;
/** A mail that the server did not take is offered so often. */
export const SEND_ATTEMPTS = 3;
