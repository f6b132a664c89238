/** Payment states, and which of two reports of the same payment is accepted. */

export type PaymentState =
  | 'pending'
  | 'processing'
  | 'approved'
  | 'rejected'
  | 'cancelled'
  | 'refunded'
  | 'disputed'
  | 'charged_back';

/** A payment's effect on its order, decided once, when its money is first received. */
export type Disposition = 'open' | 'settles' | 'duplicate' | 'late' | 'mismatch' | 'void' | 'orphan';

/** Tie-breaker for two reports of the same instant: the higher rank wins. */
const RANK: Record<PaymentState, number> = {
  pending: 10,
  processing: 20,
  rejected: 40,
  cancelled: 40,
  approved: 50,
  disputed: 60,
  refunded: 70,
  charged_back: 80,
};

/** Whether the payer's money has moved, even if it later went back. */
export function moneyWasSeen(state: PaymentState): boolean {
  return state === 'approved' || state === 'disputed' || state === 'refunded' || state === 'charged_back';
}

/** Whether the payer can still complete the payment. */
export function canStillBePaid(state: PaymentState): boolean {
  return state === 'pending' || state === 'processing';
}

export interface PaymentReport {
  state: PaymentState;
  amountCentavos: number;
  refundedCentavos: number;
  /** By the provider's clock; never compared with ours. */
  updatedAt: Date;
}

export type ReportVerdict = 'accept' | 'stale' | 'regression' | 'amount_changed';

/** Whether a report repeats the stored one. */
export function isSameReport(stored: PaymentReport, incoming: PaymentReport): boolean {
  return (
    stored.state === incoming.state &&
    stored.amountCentavos === incoming.amountCentavos &&
    stored.refundedCentavos === incoming.refundedCentavos &&
    stored.updatedAt.getTime() === incoming.updatedAt.getTime()
  );
}

/**
 * Keeps in the report of a charge-back what was refunded before. A provider may report forced returns as refunds until they
 * reach the whole amount, and as a charge-back from then on.
 */
export function keepRefunded<Report extends PaymentReport>(
  stored: PaymentReport | null,
  incoming: Report,
): Report {
  const refundedCentavos = Math.max(incoming.refundedCentavos, stored?.refundedCentavos ?? 0);
  return incoming.state === 'charged_back' ? { ...incoming, refundedCentavos } : incoming;
}

/**
 * Decides whether to accept a report; reports may arrive repeated, late and out of order. The newer one wins; at the
 * same instant, the one of higher rank. Received money never disappears, its amount never changes and the refunded
 * amount only grows.
 */
export function compareReport(stored: PaymentReport | null, incoming: PaymentReport): ReportVerdict {
  if (!stored) return 'accept';
  const age = incoming.updatedAt.getTime() - stored.updatedAt.getTime();
  if (age < 0 || (age === 0 && RANK[incoming.state] < RANK[stored.state])) return 'stale';
  // Before the payment, the amount is that of the charge; the payer may send another one.
  const hadMoney = moneyWasSeen(stored.state);
  if (hadMoney && incoming.amountCentavos !== stored.amountCentavos) return 'amount_changed';
  if (hadMoney && !moneyWasSeen(incoming.state)) return 'regression';
  if (incoming.refundedCentavos < stored.refundedCentavos) return 'regression';
  return 'accept';
}
