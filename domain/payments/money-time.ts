/**
 * When money counts, everywhere: order and receipt, ledger, stats and exports. A payment counts when the provider
 * approved it, even if the shop learns of it the next day; cash when the shop records the sale, because a seller's
 * phone may have the wrong time; refunds and losses when the shop records them.
 */
export interface ReportedPayment {
  /** Null if the provider names no moment. */
  approvedAt: Date | null;
  updatedAt: Date;
}

/** The moment at which an order is paid, and of the payment's entries in the books. */
export function paidAtOf({ approvedAt, updatedAt }: ReportedPayment): Date {
  return approvedAt ?? updatedAt;
}
