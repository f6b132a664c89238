import type { z } from 'zod';
import type { quote, quotedItem } from '@mare/contract/checkout/checkout.ts';
import { discountsFor } from '@mare/domain/checkout/discounts.ts';
import { type CartLine, priceCart, type PricedCart } from '@mare/domain/checkout/price-cart.ts';
import type { DeclaredBuyer } from '../accounts/profile/save-buyer-details.ts';
import type { Platform } from '../platform/platform.ts';
import { readPurchaseTiers } from '../settings/read-purchase-tiers.ts';
import { findRifasOnSale, type OfferedRifa } from './checkout.queries.ts';
import { type Coupon, previewCoupon } from './coupons/find-coupon.ts';

/** Prices a cart for this buyer without reserving anything. */
export async function quoteCart(
  platform: Pick<Platform, 'db' | 'pool' | 'caches' | 'clock'>,
  userId: string,
  { items, coupon }: { items: readonly z.output<typeof quotedItem>[]; coupon: string | undefined },
): Promise<{ ok: true; value: z.infer<typeof quote> } | Extract<PricedCart, { ok: false }>> {
  const found = coupon ? await previewCoupon(platform.db, platform.clock, coupon, userId, items) : null;
  const cart = items.map((item) => ({
    ...item,
    tier: item.tier ?? null,
    seenPriceCentavos: item.priceCentavos,
    requestedNumbers: [],
  }));
  const { priced } = await priceFor(platform, userId, cart, found?.ok ? found.coupon : null);
  if (!priced.ok) return priced;
  const { subtotalCentavos, discounts, totalCentavos } = priced;
  const couponRefusal = found && !found.ok ? found.reason : null;
  return { ok: true, value: { subtotalCentavos, discounts, totalCentavos, couponRefusal } };
}

/** Prices a cart with this buyer's discounts. */
export async function priceFor(
  platform: Pick<Platform, 'db' | 'pool' | 'caches' | 'clock'>,
  userId: string,
  cart: readonly CartLine[],
  coupon: Coupon | null,
  stated: DeclaredBuyer = {},
): Promise<{ priced: PricedCart; rifas: Map<string, OfferedRifa> }> {
  const [rifas, plans] = await Promise.all([
    findRifasOnSale(
      platform,
      userId,
      cart.map((line) => line.rifaId),
      stated,
    ),
    cart.some((line) => line.tier !== null) ? readPurchaseTiers(platform.db) : [],
  ]);
  const isVip = [...rifas.values()].some((rifa) => rifa.isBuyerVip);
  return { priced: priceCart(cart, rifas, plans, discountsFor({ isVip }, coupon)), rifas };
}
