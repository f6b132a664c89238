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

/**
 * @param returnedCentavos total refunded to the buyer
 * @param restored how many times the commission was restored before
 */
export function commissionReversed(
  {
    orderId,
    returnedCentavos,
    restored = 0,
  }: { orderId: string; returnedCentavos: number; restored?: number },
  affiliateId: string,
  amountCentavos: number,
): LedgerTransaction {
  const key = `commission_reversal:${orderId}:${returnedCentavos}`;
  return entries(
    restored === 0 ? key : `${key}:${restored}`,
    payableTo(affiliateId),
    'affiliate_commissions',
    amountCentavos,
  );
}

/** Commission on a purchase by another account of the affiliate. */
export function ownCommissionReversed(
  orderId: string,
  affiliateId: string,
  amountCentavos: number,
): LedgerTransaction {
  return entries(
    `commission_reversal:${orderId}:own`,
    payableTo(affiliateId),
    'affiliate_commissions',
    amountCentavos,
  );
}

/**
 * Writes off the open commission of a deleted affiliate; negative if the affiliate owes it.
 * @param earlier number of earlier write-offs for the same order
 */
export function commissionWrittenOff(
  { orderId, earlier }: { orderId: string; earlier: number },
  affiliateId: string,
  amountCentavos: number,
): LedgerTransaction {
  return entries(
    `commission_reversal:${orderId}:renounced:${earlier}`,
    payableTo(affiliateId),
    'affiliate_commissions',
    amountCentavos,
  );
}

/** Commission of an order whose charge-back was reversed. @param restored how many times it was restored before */
export function commissionRestored(
  { orderId, restored }: { orderId: string; restored: number },
  affiliateId: string,
  amountCentavos: number,
): LedgerTransaction {
  return entries(
    `commission_reversal:${orderId}:won:${restored}`,
    'affiliate_commissions',
    payableTo(affiliateId),
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
