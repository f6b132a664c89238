/** What a partner earns, and how long a voucher holds. */
import type { LedgerTransaction } from '../payments/ledger.ts';

/** R$ 50,00 for each validated voucher, paid monthly by Pix. */
export const VOUCHER_COMMISSION_CENTAVOS = 5_000;

/** Winners have 30 days to claim; a voucher ends with them. */
export const VOUCHER_DAYS = 30;

export function voucherExpiry(issuedAt: Date): Date {
  return new Date(issuedAt.getTime() + VOUCHER_DAYS * 86_400_000);
}

/** `partner_commissions` is the cost, `partners_payable:<partnerId>` what is owed to one of them. */
export function voucherEarned(voucherId: string, partnerId: string): LedgerTransaction {
  return {
    key: `voucher:${voucherId}`,
    entries: [
      { account: 'partner_commissions', amountCentavos: VOUCHER_COMMISSION_CENTAVOS },
      { account: `partners_payable:${partnerId}`, amountCentavos: -VOUCHER_COMMISSION_CENTAVOS },
    ],
  };
}
