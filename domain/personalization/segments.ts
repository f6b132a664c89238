/** Who a buyer is to the shop, from paid orders alone (spec: storefront, section 9). */
export const SEGMENTS = ['new', 'casual', 'regular', 'vip', 'at_risk'] as const;
export type Segment = (typeof SEGMENTS)[number];

/** What the panel calls them. */
export const SEGMENT_NAMES: Readonly<Record<Segment, { label: string }>> = {
  new: { label: 'Novo' },
  casual: { label: 'Casual' },
  regular: { label: 'Regular' },
  vip: { label: 'VIP' },
  at_risk: { label: 'Em risco' },
};

export interface BuyingHistory {
  /** Orders paid and not given back. */
  paidOrders: number;
  spentCentavos: number;
  lastPaidAt: Date | null;
}

const DAY_MS = 86_400_000;

/** A buyer who has not bought for longer than this may be about to leave. */
export const AT_RISK_AFTER_DAYS = 60;
/** Either of the two makes a VIP. */
export const VIP_FROM_ORDERS = 20;
export const VIP_FROM_CENTAVOS = 1_000_00;
export const REGULAR_FROM_ORDERS = 4;

/** On all purchases of a VIP. */
export const VIP_DISCOUNT_PERCENT = 10;
/** Code and size of the offer to who may be about to leave. */
export const RETURN_COUPON = { code: 'VOLTEI20', percent: 20 } as const;

/** Absence outweighs everything else: a VIP who stays away is at risk, and a VIP again with the next order. */
export function segmentOf({ paidOrders, spentCentavos, lastPaidAt }: BuyingHistory, now: Date): Segment {
  if (paidOrders === 0 || !lastPaidAt) return 'new';
  if (now.getTime() - lastPaidAt.getTime() > AT_RISK_AFTER_DAYS * DAY_MS) return 'at_risk';
  if (paidOrders >= VIP_FROM_ORDERS || spentCentavos >= VIP_FROM_CENTAVOS) return 'vip';
  return paidOrders >= REGULAR_FROM_ORDERS ? 'regular' : 'casual';
}
