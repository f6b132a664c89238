import { ORPCError } from '@orpc/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Quote } from '@mare/contract/checkout/checkout.ts';
import type { CartItem } from '@mare/domain/cart/cart.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { rememberCoupon, rememberedCoupon } from './coupon-storage.ts';

interface QuotedItem {
  rifaId: string;
  quantity: number;
  priceCentavos: number;
  tier: string | null;
}

/** A cart's lines, as far as their price goes. */
export function quotedItems(items: readonly CartItem[]): QuotedItem[] {
  return items.map(({ rifaId, quantity, rifaPriceCentavos: priceCentavos, tier }) => ({
    rifaId,
    quantity,
    priceCentavos,
    tier,
  }));
}

export interface PriceWithCoupon {
  /** Undefined until the server has answered, or when it refuses what is in the cart. */
  quote: Quote | undefined;
  /** Why it refuses that, in a sentence. */
  refusal: string | null;
  /** As typed; empty without one. */
  coupon: string;
  /** What to send with the order: a coupon that takes something off, else nothing. */
  validCoupon: string | undefined;
  setCoupon: (code: string) => void;
}

/** What these items, all within their rifas' limits, cost this buyer, with every discount, as the server reckons it. */
export function useQuote(items: QuotedItem[]): PriceWithCoupon {
  const [coupon, setCoupon] = useState(rememberedCoupon);
  const answer = useQuery({
    ...queries.checkout.quote.queryOptions({ input: { items, ...(coupon && { coupon }) } }),
    enabled: items.length > 0,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const taken = answer.data?.discounts.some(({ kind }) => kind === 'coupon');
  return {
    // Without items, the data is that of a choice before.
    quote: items.length > 0 ? answer.data : undefined,
    refusal: items.length > 0 && isRefusedCart(answer.error) ? errorMessage(answer.error) : null,
    coupon,
    validCoupon: coupon && (taken || !answer.data) ? coupon : undefined,
    setCoupon: (code) => {
      rememberCoupon(code);
      setCoupon(code);
    },
  };
}

/** Of what is in the cart: not of who asks, how often, or whether the network is there. */
function isRefusedCart(error: unknown): boolean {
  return error instanceof ORPCError && error.defined && (error.status === 409 || error.status === 422);
}
