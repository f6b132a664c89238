/** Fee corrections from the provider's settlement report. */
import type { SettlementLine } from './settlement-report.ts';

/** Centavos of a payment. */
export interface BookedFees {
  paidCentavos: number;
  /** Fees of the payment itself, corrections included. */
  ofSettlement: number;
  /** All fees, including those that refunds and disputes added or returned. */
  total: number;
}

/** A line whose fee differs from the ledger. Centavos; negative for a returned fee. */
export interface FeeAdjustment {
  line: number;
  paymentId: string;
  bookedCentavos: number;
  reportedCentavos: number;
}

/** A line with an impossible fee, which is not booked. */
export interface RejectedFee extends FeeAdjustment {
  problem: 'FEE';
}

/**
 * Compares each line's fee with the ledger. The first line of a payment states its whole fee; refunds and disputes
 * add to it or return a part of it. Rejects a fee above the payment, and a returned fee above the one taken.
 * @param lines of payments, none of them booked before
 */
export function compareFees(
  lines: readonly Pick<SettlementLine, 'line' | 'paymentId' | 'type' | 'fee'>[],
  booked: ReadonlyMap<string, BookedFees>,
): { adjustments: FeeAdjustment[]; rejected: RejectedFee[] } {
  const current = new Map(booked);
  const adjustments: FeeAdjustment[] = [];
  const rejected: RejectedFee[] = [];
  for (const { line, paymentId, type, fee } of lines) {
    const before = current.get(paymentId);
    if (!before) continue;
    const isSettlement = type === 'SETTLEMENT';
    const reportedCentavos = 0 - fee;
    const bookedCentavos = isSettlement ? before.ofSettlement : 0;
    const difference = reportedCentavos - bookedCentavos;
    if (difference === 0) continue;
    const total = before.total + difference;
    const adjustment = { line, paymentId, bookedCentavos, reportedCentavos };
    if (total < 0 || (isSettlement && (reportedCentavos < 0 || reportedCentavos > before.paidCentavos))) {
      rejected.push({ ...adjustment, problem: 'FEE' });
      continue;
    }
    adjustments.push(adjustment);
    current.set(paymentId, {
      ...before,
      total,
      ofSettlement: isSettlement ? reportedCentavos : before.ofSettlement,
    });
  }
  return { adjustments, rejected };
}
