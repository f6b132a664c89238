/** Buyer segments, computed from paid orders (spec: storefront, section 9). */
export const SEGMENTS = ['new', 'casual', 'regular', 'vip', 'at_risk'] as const;
export type Segment = (typeof SEGMENTS)[number];

/** Labels in the panel. */
export const SEGMENT_NAMES: Readonly<Record<Segment, { label: string }>> = {
  new: { label: 'Novo' },
  casual: { label: 'Casual' },
  regular: { label: 'Regular' },
  vip: { label: 'VIP' },
  at_risk: { label: 'Em risco' },
};

export interface BuyingHistory {
  /** Paid and not refunded. */
  paidOrders: number;
  spentCentavos: number;
  lastPaidAt: Date | null;
}

const DAY_MS = 86_400_000;

/** Days without a purchase after which a buyer is at risk of leaving. */
export const AT_RISK_AFTER_DAYS = 60;
/** Either threshold makes a VIP. */
export const VIP_FROM_ORDERS = 20;
export const VIP_FROM_CENTAVOS = 1_000_00;
export const REGULAR_FROM_ORDERS = 4;

/** Discount on all purchases of a VIP. */
export const VIP_DISCOUNT_PERCENT = 10;
/** Offer to buyers at risk of leaving. */
export const RETURN_COUPON = { code: 'VOLTEI20', percent: 20 } as const;

/** When a buyer becomes at risk without another purchase; null: never, or already. */
export function absentFrom({ paidOrders, lastPaidAt }: BuyingHistory, now: Date): Date | null {
  if (paidOrders === 0 || !lastPaidAt) return null;
  const at = new Date(lastPaidAt.getTime() + AT_RISK_AFTER_DAYS * DAY_MS);
  return at < now ? null : at;
}

/** Absence takes precedence: an absent VIP is at risk, and becomes a VIP again with the next order. */
export function segmentOf({ paidOrders, spentCentavos, lastPaidAt }: BuyingHistory, now: Date): Segment {
  if (paidOrders === 0 || !lastPaidAt) return 'new';
  if (now.getTime() - lastPaidAt.getTime() > AT_RISK_AFTER_DAYS * DAY_MS) return 'at_risk';
  if (paidOrders >= VIP_FROM_ORDERS || spentCentavos >= VIP_FROM_CENTAVOS) return 'vip';
  return paidOrders >= REGULAR_FROM_ORDERS ? 'regular' : 'casual';
}
