/** The cart, kept in the browser and worth nothing until an order is made. Spec: storefront, sections 3, 4, 5 and 9. */

import {
  type Combo,
  linePriceCentavos,
  type PriceStep,
  type SteppedPrice,
} from '../rifas/prices/price-steps.ts';

/** A cart lives 30 days from its creation. */
export const CART_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** The drawer shows this many numbers of a line, then '+N mais'. */
export const NUMBERS_SHOWN = 5;

export interface CartItem {
  id: string;
  rifaId: string;
  /** Cotas paid for; a plan's bonus comes on top. */
  quantity: number;
  /** Key of the plan, while one is chosen. */
  tier: string | null;
  /** Requested numbers, ascending, bonus included. */
  selectedNumbers: number[];
  /** The buyer chose these numbers and wants no others; only this browser's copy knows. */
  chosen?: boolean;
  /** ISO 8601. */
  addedAt: string;
  rifaTitle: string;
  rifaPriceCentavos: number;
  rifaImage: string;
  totalNumbers: number;
  /** Cheaper cotas from a quantity on; absent where every quantity costs the same. */
  priceSteps?: PriceStep[];
  /** So many cotas at a price of their own; absent where there are none. */
  combos?: Combo[];
}

/** Cotas of a line that come on top of those paid for. */
export function bonusOf({ quantity, selectedNumbers }: CartItem): number {
  return selectedNumbers.length - quantity;
}

export interface CartSession {
  /** An unguessable secret, prefix anon_. */
  sessionId: string;
  /** The account that the cart was migrated to; absent while it is anonymous. */
  userId?: string;
  items: CartItem[];
  createdAt: string;
  lastUpdated: string;
  expiresAt: string;
}

export interface CartStats {
  totalItems: number;
  totalValueCentavos: number;
  uniqueRifas: number;
}

export function newCart(sessionId: string, now: Date): CartSession {
  return {
    sessionId,
    items: [],
    createdAt: now.toISOString(),
    lastUpdated: now.toISOString(),
    expiresAt: new Date(now.getTime() + CART_LIFETIME_MS).toISOString(),
  };
}

/** The same items in a fresh session: the server's copy of the old one changes no more, and keeps its item ids. */
export function renewCart(cart: CartSession, fresh: CartSession, newItemId: () => string): CartSession {
  return { ...fresh, items: cart.items.map((item) => ({ ...item, id: newItemId() })) };
}

export function isExpired(cart: CartSession, now: Date): boolean {
  return new Date(cart.expiresAt).getTime() <= now.getTime();
}

export function addItem(cart: CartSession, item: CartItem, now: Date): CartSession {
  return changed(cart, [...cart.items, item], now);
}

export function removeItem(cart: CartSession, itemId: string, now: Date): CartSession {
  return changed(
    cart,
    cart.items.filter((item) => item.id !== itemId),
    now,
  );
}

export function emptyCart(cart: CartSession, now: Date): CartSession {
  return changed(cart, [], now);
}

/**
 * A line's new quantity drops its plan, and with it the bonus. `drawn` are numbers drawn for the cotas added; fewer
 * cotas keep the lowest numbers. A quantity under 1 changes nothing.
 */
export function changeQuantity(
  cart: CartSession,
  itemId: string,
  quantity: number,
  requested: readonly number[],
  now: Date,
): CartSession {
  if (!Number.isSafeInteger(quantity) || quantity < 1) return cart;
  const items = cart.items.map((item) => {
    if (item.id !== itemId) return item;
    const numbers = [...new Set([...item.selectedNumbers, ...requested])]
      .slice(0, quantity)
      .sort((a, b) => a - b);
    // With cotas added at random it is a choice no longer.
    const { chosen, ...line } = item;
    const isChoice = chosen && numbers.every((number) => item.selectedNumbers.includes(number));
    return { ...line, quantity, tier: null, selectedNumbers: numbers, ...(isChoice && { chosen }) };
  });
  return changed(cart, items, now);
}

/** Puts others in the place of numbers that were sold meanwhile; quantity and plan stay. */
export function replaceNumbers(
  cart: CartSession,
  itemId: string,
  sold: readonly number[],
  fresh: readonly number[],
  now: Date,
): CartSession {
  const items = cart.items.map((item) => {
    if (item.id !== itemId) return item;
    const kept = item.selectedNumbers.filter((number) => !sold.includes(number));
    const numbers = [...new Set([...kept, ...fresh])].slice(0, item.selectedNumbers.length);
    return { ...item, selectedNumbers: numbers.sort((a, b) => a - b) };
  });
  return changed(cart, items, now);
}

/** What a line costs before discounts. */
export function itemPriceCentavos(item: CartItem): number {
  return linePriceCentavos(priceOf(item), item.quantity);
}

/** What an item's rifa sells at, as the cart knows it. */
export function priceOf({ rifaPriceCentavos, priceSteps, combos }: CartItem): SteppedPrice {
  return { priceCentavos: rifaPriceCentavos, priceSteps, combos };
}

export function cartStats(items: readonly CartItem[]): CartStats {
  return {
    totalItems: items.reduce((sum, item) => sum + item.quantity, 0),
    totalValueCentavos: items.reduce((sum, item) => sum + itemPriceCentavos(item), 0),
    uniqueRifas: new Set(items.map((item) => item.rifaId)).size,
  };
}

/** What browser storage held, or null when it cannot be read as a cart. */
export function parseCart(text: string | null): CartSession | null {
  if (!text) return null;
  try {
    const cart: unknown = JSON.parse(text);
    return isCart(cart) ? cart : null;
  } catch {
    return null;
  }
}

function changed(cart: CartSession, items: CartItem[], now: Date): CartSession {
  return { ...cart, items, lastUpdated: now.toISOString() };
}

function isCart(value: unknown): value is CartSession {
  if (typeof value !== 'object' || value === null) return false;
  const cart = value as Partial<Record<keyof CartSession, unknown>>;
  const dates = [cart.createdAt, cart.lastUpdated, cart.expiresAt];
  return (
    typeof cart.sessionId === 'string' &&
    cart.sessionId.startsWith('anon_') &&
    dates.every((date) => typeof date === 'string' && !Number.isNaN(Date.parse(date))) &&
    Array.isArray(cart.items) &&
    cart.items.every(isItem)
  );
}

function isItem(value: unknown): value is CartItem {
  if (typeof value !== 'object' || value === null) return false;
  const item = value as Partial<Record<keyof CartItem, unknown>>;
  const texts = [item.id, item.rifaId, item.addedAt, item.rifaTitle, item.rifaImage];
  const counts = [item.quantity, item.rifaPriceCentavos, item.totalNumbers];
  return (
    texts.every((text) => typeof text === 'string') &&
    counts.every((count) => Number.isSafeInteger(count) && (count as number) >= 0) &&
    (item.priceSteps === undefined || Array.isArray(item.priceSteps)) &&
    (item.combos === undefined || Array.isArray(item.combos)) &&
    (item.tier === null || typeof item.tier === 'string') &&
    Array.isArray(item.selectedNumbers) &&
    item.selectedNumbers.every(Number.isSafeInteger)
  );
}
