import type { PricedCart } from '@mare/domain/checkout/price-cart.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OfferedRifa } from '../checkout.queries.ts';
import { type Coupon, type CouponRejectionReason, findCoupon } from '../coupons/find-coupon.ts';
import { explainNotOnSale, priceFor } from '../quotes/quote-cart.ts';
import type { PaymentRequest, ValidatedPurchase } from '../validation/validate-purchase.ts';

export interface PricedPurchase {
  ok: true;
  priced: Extract<PricedCart, { ok: true }>;
  /** Every rifa of the cart, by id. */
  rifas: ReadonlyMap<string, OfferedRifa>;
  coupon: Coupon | null;
}

export type CouponRejected = { ok: false; code: 'COUPON_REJECTED'; reason: CouponRejectionReason };

/** Prices the cart from the database; the prices that the browser saw are only compared. */
export async function pricePurchase(
  platform: Pick<Platform, 'db' | 'pool' | 'caches' | 'clock'>,
  request: PaymentRequest,
  { cart, stated }: ValidatedPurchase,
): Promise<PricedPurchase | CouponRejected | Extract<PricedCart, { ok: false }>> {
  const { coupon: typed, userId } = request;
  const found = typed ? await findCoupon(platform.db, platform.clock, typed, userId, cart) : null;
  if (found && !found.ok) return { ok: false, code: 'COUPON_REJECTED', reason: found.reason };
  const coupon = found?.coupon ?? null;
  const { priced, rifas } = await priceFor(platform, {
    userId,
    cart,
    coupon,
    stated,
    // Needed to decide whether a group may be started.
    countsCotas: request.group?.kind === 'start',
  });
  return priced.ok ? { ok: true, priced, rifas, coupon } : explainNotOnSale(platform, priced);
}
