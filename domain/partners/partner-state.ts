export const PARTNER_STATUSES = ['pending', 'active', 'inactive', 'rejected'] as const;
export type PartnerStatus = (typeof PARTNER_STATUSES)[number];

export const PARTNER_STATES: Readonly<Record<PartnerStatus, { label: string }>> = {
  pending: { label: 'Em análise' },
  active: { label: 'Ativo' },
  inactive: { label: 'Pausado' },
  rejected: { label: 'Recusado' },
};

/** May sign in to the portal. A paused partner can only read the money that is still due. */
export const SIGN_IN_STATUSES = ['active', 'inactive'] as const satisfies readonly PartnerStatus[];
