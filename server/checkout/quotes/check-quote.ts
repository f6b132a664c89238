import { compareQuotes, type QuoteChange } from '@mare/domain/checkout/compare-quotes.ts';
import type { CartLine, PricedCart } from '@mare/domain/checkout/price-cart.ts';
import type { Platform } from '../../platform/platform.ts';
import { couponCode } from '../coupons/find-coupon.ts';
import { digestCart, readQuote } from './signed-quote.ts';

export type CheckQuoteResult =
  | { ok: true }
  /** `changes` is empty when the quote expired, or is not of this buyer and cart. */
  | { ok: false; code: 'QUOTE_CHANGED'; changes: QuoteChange[] };

interface QuotedPurchase {
  /** The token that the buyer was shown. */
  quote: string;
  userId: string;
  cart: readonly CartLine[];
  coupon: string | undefined;
}

/** Whether the order charges and delivers exactly what the buyer was shown. */
export async function checkQuote(
  platform: Pick<Platform, 'db' | 'caches' | 'clock'>,
  { quote: token, userId, cart, coupon }: QuotedPurchase,
  priced: Extract<PricedCart, { ok: true }>,
): Promise<CheckQuoteResult> {
  const shown = await readQuote(platform, token);
  const isOfCart =
    shown?.userId === userId && shown.cart === digestCart(cart, coupon ? couponCode(coupon) : null);
  if (!isOfCart || new Date(shown.validUntil) <= platform.clock.now())
    return { ok: false, code: 'QUOTE_CHANGED', changes: [] };
  const changes = compareQuotes(shown, priced);
  return changes.length === 0 ? { ok: true } : { ok: false, code: 'QUOTE_CHANGED', changes };
}
