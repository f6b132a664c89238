import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Quote } from '@mare/contract/checkout/checkout.ts';
import type { CartItem } from '@mare/domain/cart/cart.ts';
import { useSession } from '../../session/session.ts';
import { queries } from '../../api.ts';
import { isErrorResponse, isUnavailable } from '../../fetching/failures/is-api-error.ts';
import { errorMessage } from '../../messages.ts';
import { saveCoupon, readSavedCoupon } from './coupon-storage.ts';

interface QuotedItem {
  rifaId: string;
  quantity: number;
  tier: string | null;
  numbers: number[];
  chosen?: boolean;
}

type PricedItem = Pick<CartItem, 'rifaId' | 'quantity' | 'tier' | 'selectedNumbers' | 'chosen'>;

/** Maps cart lines to the input of a quote. */
export function quotedItems(items: readonly PricedItem[]): QuotedItem[] {
  return items.map(({ rifaId, quantity, tier, selectedNumbers, chosen }) => ({
    rifaId,
    quantity,
    tier,
    numbers: selectedNumbers,
    ...(chosen && { chosen }),
  }));
}

export interface PriceWithCoupon {
  /** Quote for exactly these items; undefined while loading, or if the server rejects the cart. */
  quote: Quote | undefined;
  /** Message if the server rejects the cart, or cannot be reached. */
  rejectionText: string | null;
  /** The server's rejection. */
  rejection: Error | null;
  /** As typed; empty without one. */
  coupon: string;
  /** Coupon to send with the order; undefined if it gives no discount. */
  validCoupon: string | undefined;
  setCoupon: (code: string) => void;
}

/** Renews the quote well before it expires (ms). */
const RENEW_EVERY_MS = 5 * 60_000;
/** Delay between attempts while the server is unavailable (ms). */
const RETRY_EVERY_MS = 3_000;

/**
 * Price of the items with all discounts, computed and signed by the server.
 * @param isPart the items are a part of a group purchase, which holds their numbers
 */
export function useQuote(items: QuotedItem[], isPart = false): PriceWithCoupon {
  const session = useSession();
  const [coupon, setCoupon] = useState(readSavedCoupon);
  const result = useQuery({
    ...queries.checkout.quote.queryOptions({
      input: { items, ...(coupon && { coupon }), ...(isPart && { isPart }) },
    }),
    // Discounts depend on the session.
    enabled: items.length > 0 && session.status !== 'loading',
    staleTime: 0,
    refetchInterval: RENEW_EVERY_MS,
    // A rejection shows at once. During an outage no button asks for the price again.
    retry: (_, error) => isUnavailable(error),
    retryDelay: RETRY_EVERY_MS,
    placeholderData: keepPreviousData,
  });
  // Without a connection the last quote stays valid for a while; the order checks it.
  const isRejected = isErrorResponse(result.error);
  const current = items.length > 0 && !result.isPlaceholderData && !isRejected ? result.data : undefined;
  const taken = current?.discounts.some(({ kind }) => kind === 'coupon');
  const outage = isUnavailable(result.failureReason) ? result.failureReason : null;
  const rejection = items.length > 0 && !current ? (result.error ?? outage) : null;
  return {
    quote: current,
    rejectionText: rejection && rejectionOf(rejection),
    rejection,
    coupon,
    validCoupon: coupon && taken ? coupon : undefined,
    setCoupon: (code) => {
      saveCoupon(code);
      setCoupon(code);
      // The coupon may be valid by now, e.g. after the order that used it was given up.
      if (code === coupon) void result.refetch();
    },
  };
}

function rejectionOf(error: Error): string {
  if (!isErrorResponse(error))
    return 'Sem conexão para conferir os valores. Eles voltam sozinhos quando a internet voltar.';
  return isUnavailable(error)
    ? 'A loja está fora do ar por um instante. Os valores voltam sozinhos.'
    : errorMessage(error);
}
