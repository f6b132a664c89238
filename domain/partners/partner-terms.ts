/** A partner's commission, and the validity of vouchers. */
import type { LedgerTransaction } from '../payments/ledger.ts';

/** R$ 50,00 for each validated voucher, paid monthly by Pix. */
export const VOUCHER_COMMISSION_CENTAVOS = 5_000;

/** A voucher is valid until the deadline of its prize, and for at least so many days. */
export const VOUCHER_DAYS = 30;

/** Of a voucher without a prize of a draw. */
export function voucherExpiry(issuedAt: Date): Date {
  return new Date(issuedAt.getTime() + VOUCHER_DAYS * 86_400_000);
}

/**
 * Ledger entry of a validated voucher: `partner_commissions` is the cost, `partners_payable:<partnerId>` the liability.
 *
 * @param undone uses of the voucher that were undone before
 */
export function voucherEarned(voucherId: string, partnerId: string, undone = 0): LedgerTransaction {
  return {
    key: undone === 0 ? `voucher:${voucherId}` : `voucher:${voucherId}:${undone}`,
    entries: [
      { account: 'partner_commissions', amountCentavos: VOUCHER_COMMISSION_CENTAVOS },
      { account: `partners_payable:${partnerId}`, amountCentavos: -VOUCHER_COMMISSION_CENTAVOS },
    ],
  };
}

/** Takes back the entry of a use that the partner undid. @param undone as when it was earned */
export function voucherUndone(voucherId: string, partnerId: string, undone: number): LedgerTransaction {
  const { key, entries } = voucherEarned(voucherId, partnerId, undone);
  return {
    key: `${key}:undone`,
    entries: entries.map(({ account, amountCentavos }) => ({ account, amountCentavos: -amountCentavos })),
  };
}
