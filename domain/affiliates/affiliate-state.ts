/** States of an affiliate, and whether its link counts. */
export const AFFILIATE_STATUSES = ['active', 'suspended'] as const;
export type AffiliateStatus = (typeof AFFILIATE_STATUSES)[number];

export const AFFILIATE_STATES: Readonly<Record<AffiliateStatus, { label: string }>> = {
  active: { label: 'Ativo' },
  suspended: { label: 'Suspenso' },
};
