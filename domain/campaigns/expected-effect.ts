/** Expected revenue of an announcement, from the revenue per reader of the shop's earlier campaigns. */

/** Results of an earlier campaign: delivered mails, and the paid orders attributed to them by last touch. */
export interface PastSend {
  delivered: number;
  orders: number;
  revenueCentavos: number;
}

export interface ExpectedEffect {
  /** Paid orders. */
  orders: { low: number; high: number };
  revenueCentavos: { low: number; high: number };
  /** Earlier campaigns that the estimate is computed from. */
  fromSends: number;
}

/** Only the latest ones count. */
export const MAX_COMPARED_SENDS = 6;
/** Minimum of readers for an estimate: fewer are not representative. */
export const MIN_DELIVERED = 10;
/** Most orders of an announcement are paid within a day; a younger campaign would look too weak. */
export const SETTLED_AFTER_MS = 24 * 3_600_000;

/**
 * The range between the weakest and the strongest of the compared campaigns, rounded outwards: orders to whole ones,
 * money to whole reais.
 *
 * @param past newest first
 * @param people whom the announcement reaches
 * @returns null when no campaign compares
 */
export function expectEffect(past: readonly PastSend[], people: number): ExpectedEffect | null {
  const compared = past.filter(({ delivered }) => delivered >= MIN_DELIVERED).slice(0, MAX_COMPARED_SENDS);
  if (compared.length === 0) return null;
  const range = (value: (send: PastSend) => number, unit: number) => {
    // Multiplies first, so that an announcement with the same audience as a compared one gets exactly its results.
    const scaled = compared.map((send) => (value(send) * people) / send.delivered / unit);
    return { low: Math.floor(Math.min(...scaled)) * unit, high: Math.ceil(Math.max(...scaled)) * unit };
  };
  return {
    orders: range(({ orders }) => orders, 1),
    revenueCentavos: range(({ revenueCentavos }) => revenueCentavos, 100),
    fromSends: compared.length,
  };
}
