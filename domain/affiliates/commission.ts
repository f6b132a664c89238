/** Commission of a paid order, and its ledger entries. */
import type { LedgerTransaction } from '../payments/ledger.ts';

/** @param rate in ten-thousandths. @returns centavos, half a centavo rounded up. */
export function commissionOn(orderCentavos: number, rate: number): number {
  return Math.floor((orderCentavos * rate + 5_000) / 10_000);
}

/**
 * Accounts: `affiliate_commissions` is the cost; `affiliates_payable:<affiliateId>` the debt to an affiliate, as a
 * negative balance; `bank` money paid out.
 */
export function commissionEarned(
  orderId: string,
  affiliateId: string,
  amountCentavos: number,
): LedgerTransaction {
  return entries(`commission:${orderId}`, 'affiliate_commissions', payableTo(affiliateId), amountCentavos);
}

/** @param returnedCentavos total refunded to the buyer */
export function commissionReversed(
  { orderId, returnedCentavos }: { orderId: string; returnedCentavos: number },
  affiliateId: string,
  amountCentavos: number,
): LedgerTransaction {
  return entries(
    `commission_reversal:${orderId}:${returnedCentavos}`,
    payableTo(affiliateId),
    'affiliate_commissions',
    amountCentavos,
  );
}

const payableTo = (affiliateId: string) => `affiliates_payable:${affiliateId}`;

function entries(key: string, debit: string, credit: string, amountCentavos: number): LedgerTransaction {
  if (amountCentavos === 0) return { key, entries: [] };
  return {
    key,
    entries: [
      { account: debit, amountCentavos },
      { account: credit, amountCentavos: -amountCentavos },
    ],
  };
}
