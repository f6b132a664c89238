/** Fee corrections from the provider's settlement report. */
import type { SettlementLine } from './settlement-report.ts';

/** Centavos of a payment. */
export interface BookedFees {
  paidCentavos: number;
  /** Fees of the payment itself, corrections included. */
  ofSettlement: number;
  /** All fees: also what refunds and disputes cost or gave back. */
  total: number;
}

/** A line whose fee differs from the books. Centavos; a fee that is given back is negative. */
export interface FeeAdjustment {
  line: number;
  paymentId: string;
  bookedCentavos: number;
  reportedCentavos: number;
}

/** A line with a fee that no provider takes: it is not booked. */
export interface RejectedFee extends FeeAdjustment {
  problem: 'FEE';
}

/**
 * Compares each line's fee with the books. The first line of a payment names its whole fee; refunds and disputes add to
 * it, or give a part of it back. A fee above the payment, and more given back than was taken, are rejected.
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
