/** Ledger entries of a partner's commission, and the validity of vouchers. */
import type { LedgerTransaction } from '../payments/ledger.ts';

/** Minimum validity of a voucher in days; it is also valid until the deadline of its prize. */
export const VOUCHER_DAYS = 30;
/** A winner is reminded this long before a voucher expires: seven days. */
export const VOUCHER_REMINDER_MS = 7 * 86_400_000;

/** Expiry of a voucher without a prize of a draw. */
export function voucherExpiry(issuedAt: Date): Date {
  return new Date(issuedAt.getTime() + VOUCHER_DAYS * 86_400_000);
}

interface EarningVoucher {
  id: string;
  partnerId: string;
  /** Commission of this use: a later use may earn another amount. */
  commissionCentavos: number;
  /** Uses of the voucher that were undone before. */
  undone: number;
}

/** Ledger entry of a validated voucher: `partner_commissions` is the cost, `partners_payable:<partnerId>` the liability. */
export function voucherEarned({
  id,
  partnerId,
  commissionCentavos,
  undone,
}: EarningVoucher): LedgerTransaction {
  const key = undone === 0 ? `voucher:${id}` : `voucher:${id}:${undone}`;
  if (commissionCentavos === 0) return { key, entries: [] };
  return {
    key,
    entries: [
      { account: 'partner_commissions', amountCentavos: commissionCentavos },
      { account: `partners_payable:${partnerId}`, amountCentavos: -commissionCentavos },
    ],
  };
}

/**
 * Reverses the entry of a redemption that the partner undid.
 * @param voucher as when it was earned
 */
export function voucherUndone(voucher: EarningVoucher): LedgerTransaction {
  const { key, entries } = voucherEarned(voucher);
  return {
    key: `${key}:undone`,
    entries: entries.map(({ account, amountCentavos }) => ({ account, amountCentavos: -amountCentavos })),
  };
}
