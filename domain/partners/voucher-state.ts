export const VOUCHER_STATUSES = ['pending', 'validated', 'expired'] as const;
export type VoucherStatus = (typeof VOUCHER_STATUSES)[number];

export const VOUCHER_STATES: Readonly<Record<VoucherStatus, { label: string }>> = {
  pending: { label: 'Pendente' },
  validated: { label: 'Validado' },
  expired: { label: 'Expirado' },
};
