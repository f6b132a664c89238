/** The life of an e-mail campaign. It begins by itself when its time comes, and is sent when nobody is left to write to. */
export const CAMPAIGN_STATUSES = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** Where the panel may move a campaign to. */
const MOVES: Record<CampaignStatus, readonly CampaignStatus[]> = {
  draft: ['scheduled', 'cancelled'],
  scheduled: ['draft', 'cancelled'],
  sending: ['paused', 'cancelled'],
  paused: ['sending', 'cancelled'],
  sent: [],
  cancelled: [],
};

export function canMoveCampaign(from: CampaignStatus, to: CampaignStatus): boolean {
  return MOVES[from].includes(to);
}

/** Its words may change: nobody has been written to, nor is about to be. */
export function isCampaignOpen(status: CampaignStatus): boolean {
  return status === 'draft';
}

/** Mails a minute, of all workers together. */
export const PER_MINUTE = { min: 1, usual: 120, max: 600 } as const;
/** A mail that the server did not take is offered so often. */
export const SEND_ATTEMPTS = 3;
