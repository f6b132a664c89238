import { ORPCError } from '@orpc/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Quote } from '@mare/contract/checkout/checkout.ts';
import type { CartItem } from '@mare/domain/cart/cart.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { saveCoupon, readSavedCoupon } from './coupon-storage.ts';

interface QuotedItem {
  rifaId: string;
  quantity: number;
  priceCentavos: number;
  tier: string | null;
}

/** Maps cart lines to the input of a quote. */
export function quotedItems(items: readonly CartItem[]): QuotedItem[] {
  return items.map(({ rifaId, quantity, rifaPriceCentavos: priceCentavos, tier }) => ({
    rifaId,
    quantity,
    priceCentavos,
    tier,
  }));
}

export interface PriceWithCoupon {
  /** Undefined while loading, or if the server rejects the cart. */
  quote: Quote | undefined;
  /** Message if the server rejects the cart. */
  refusal: string | null;
  /** As typed; empty without one. */
  coupon: string;
  /** Coupon to send with the order; undefined if it gives no discount. */
  validCoupon: string | undefined;
  setCoupon: (code: string) => void;
}

/** Price of the items with all discounts, computed by the server. */
export function useQuote(items: QuotedItem[]): PriceWithCoupon {
  const [coupon, setCoupon] = useState(readSavedCoupon);
  const answer = useQuery({
    ...queries.checkout.quote.queryOptions({ input: { items, ...(coupon && { coupon }) } }),
    enabled: items.length > 0,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const taken = answer.data?.discounts.some(({ kind }) => kind === 'coupon');
  return {
    // Without items the query still holds previous data.
    quote: items.length > 0 ? answer.data : undefined,
    refusal: items.length > 0 && isCartRejection(answer.error) ? errorMessage(answer.error) : null,
    coupon,
    validCoupon: coupon && (taken || !answer.data) ? coupon : undefined,
    setCoupon: (code) => {
      saveCoupon(code);
      setCoupon(code);
    },
  };
}

/** Errors caused by the cart's contents, not by authentication, rate limits or the network. */
function isCartRejection(error: unknown): boolean {
  return error instanceof ORPCError && error.defined && (error.status === 409 || error.status === 422);
}
