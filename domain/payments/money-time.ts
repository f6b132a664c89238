/**
 * When money counts, in every place: the order and its receipt, the books, the figures and the exported files. A payment
 * counts when the provider approved it, also if the shop hears of it on the next day; cash when the shop records the
 * sale (a seller's phone may have the wrong time); money that goes back, or is lost, when the shop records it.
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
