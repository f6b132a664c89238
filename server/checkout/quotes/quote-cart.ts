import type { z } from 'zod';
import type { quote, quotedItem } from '@mare/contract/checkout/checkout.ts';
import { type Discount, discountsFor } from '@mare/domain/checkout/discounts.ts';
import { type CartLine, priceCart, type PricedCart } from '@mare/domain/checkout/price-cart.ts';
import type { DeclaredBuyer } from '../../accounts/profile/save-buyer-details.ts';
import { reachStage } from '../../cart/abandonment/track-cart.ts';
import type { Platform } from '../../platform/platform.ts';
import { readPurchaseTiers } from '../../settings/read-purchase-tiers.ts';
import { findRifasOnSale, findRifaNotOnSale, type OfferedRifa, recordedCarts } from '../checkout.queries.ts';
import { type Coupon, couponCode, previewCoupon } from '../coupons/find-coupon.ts';
import { digestCart, QUOTE_VALID_MS, signQuote } from './signed-quote.ts';

type QuotePlatform = Pick<Platform, 'db' | 'pool' | 'caches' | 'clock'>;

type QuoteCartResult =
  | { ok: true; value: z.infer<typeof quote> }
  | Extract<PricedCart, { ok: false }>
  | { ok: false; code: 'NOT_ENOUGH_NUMBERS'; rifaId: string; title: string; remaining: number };

/**
 * Prices a cart and signs the result, without reserving anything.
 * @param userId null for a visitor, who has no discounts yet
 */
export async function quoteCart(
  platform: QuotePlatform,
  userId: string | null,
  {
    items,
    coupon: typed,
    isPart = false,
  }: {
    items: readonly z.output<typeof quotedItem>[];
    coupon: string | undefined;
    /** A part of a group purchase reserves the numbers: the order checks whether the part is free. */
    isPart?: boolean | undefined;
  },
): Promise<QuoteCartResult> {
  const found =
    typed && userId ? await previewCoupon(platform.db, platform.clock, typed, userId, items) : null;
  const cart = items.map((item) => ({
    rifaId: item.rifaId,
    quantity: item.quantity,
    tier: item.tier ?? null,
    seenPriceCentavos: item.priceCentavos ?? null,
    requestedNumbers: item.numbers ?? [],
    exact: item.chosen ?? false,
  }));
  const coupon = found?.ok ? found.coupon : null;
  const { priced, rifas } = await priceFor(platform, { userId, cart, coupon, countsCotas: !isPart });
  if (userId) await reachStage(platform, userId, recordedCarts(rifas), 'review');
  if (!priced.ok) return explainNotOnSale(platform, priced);
  const short = isPart ? null : findShortage(priced.lines, rifas);
  if (short) return { ok: false, code: 'NOT_ENOUGH_NUMBERS', ...short };
  const { subtotalCentavos, discounts, totalCentavos } = priced;
  const validUntil = new Date(platform.clock.now().getTime() + QUOTE_VALID_MS).toISOString();
  const lines = priced.lines.map(({ rifaId, title, quantity, bonusQuantity, fullCentavos }) => ({
    rifaId,
    title,
    quantity,
    bonusQuantity,
    fullCentavos,
  }));
  const token = await signQuote(platform, {
    userId,
    validUntil,
    cart: digestCart(cart, found?.ok ? couponCode(typed!) : null),
    lines,
    discounts: discounts.map(({ kind, code, amountCentavos }) => ({ kind, code, amountCentavos })),
    totalCentavos,
  });
  return {
    ok: true,
    value: {
      token,
      validUntil,
      lines: priced.lines.map(({ tier, unitPriceCentavos, requestedNumbers }, index) => ({
        ...lines[index]!,
        tier,
        unitPriceCentavos,
        numbers: requestedNumbers,
      })),
      subtotalCentavos,
      discounts,
      totalCentavos,
      couponRejection: found && !found.ok ? found.reason : null,
    },
  };
}

/** Prices a cart with this buyer's discounts. */
export async function priceFor(
  platform: QuotePlatform,
  {
    userId,
    cart,
    coupon = null,
    ...options
  }: {
    /** Null for a visitor. */
    userId: string | null;
    cart: readonly CartLine[];
    coupon?: Coupon | null;
    stated?: DeclaredBuyer;
    /** Counts the cotas left of every rifa. */
    countsCotas?: boolean;
  },
): Promise<{ priced: PricedCart; rifas: Map<string, OfferedRifa> }> {
  const [rifas, plans] = await Promise.all([
    findRifasOnSale(
      platform,
      userId,
      cart.map((line) => line.rifaId),
      options,
    ),
    cart.some((line) => line.tier !== null) ? readPurchaseTiers(platform.db) : [],
  ]);
  const isVip = [...rifas.values()].some((rifa) => rifa.isBuyerVip);
  const discounts: Discount[] = discountsFor({ isVip }, coupon);
  return { priced: priceCart(cart, rifas, plans, discounts), rifas };
}

/** Adds the title of a rifa that is not on sale, and why its sales are paused. */
export async function explainNotOnSale<Rejected extends { ok: false; code: string }>(
  { db }: Pick<Platform, 'db'>,
  rejected: Rejected,
): Promise<Rejected> {
  if (rejected.code !== 'RIFA_NOT_ACTIVE' || !('rifaId' in rejected)) return rejected;
  return { ...rejected, ...(await findRifaNotOnSale(db, rejected.rifaId as string)) };
}

/**
 * The first rifa with fewer free cotas than the cart requests. An estimate: reservations may expire, so only the
 * order decides.
 */
function findShortage(
  lines: readonly { rifaId: string; title: string; quantity: number }[],
  rifas: ReadonlyMap<string, OfferedRifa>,
): { rifaId: string; title: string; remaining: number } | null {
  for (const { rifaId, title } of lines) {
    const linesOfRifa = lines.filter((line) => line.rifaId === rifaId);
    const remaining = rifas.get(rifaId)?.cotasLeft ?? 0;
    if (linesOfRifa.reduce((sum, line) => sum + line.quantity, 0) > remaining)
      return { rifaId, title, remaining };
  }
  return null;
}
