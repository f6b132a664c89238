/** The cart, stored in the browser; reserves nothing until checkout. Spec: storefront, sections 3, 4, 5 and 9. */

import {
  type Combo,
  linePriceCentavos,
  type PriceStep,
  type SteppedPrice,
} from '../rifas/prices/price-steps.ts';

/** Since creation; changes do not extend it. */
export const CART_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** Numbers of a line that the drawer shows before '+N mais'. */
export const NUMBERS_SHOWN = 5;

export interface CartItem {
  id: string;
  rifaId: string;
  /** Cotas paid for, without a plan's bonus. */
  quantity: number;
  /** Key of the chosen plan. */
  tier: string | null;
  /** Requested numbers, ascending, bonus included. */
  selectedNumbers: number[];
  /** The buyer chose these numbers, so they are not replaced. Not synchronised with the server. */
  chosen?: boolean;
  /** ISO 8601. */
  addedAt: string;
  rifaTitle: string;
  rifaPriceCentavos: number;
  rifaImage: string;
  totalNumbers: number;
  /** ISO 8601; as declared when the line was added. Not synchronised with the server. */
  salesEndAt?: string;
  /** Progressive prices, if any. */
  priceSteps?: PriceStep[];
  combos?: Combo[];
}

/** Free cotas of a line. */
export function bonusOf({ quantity, selectedNumbers }: CartItem): number {
  return selectedNumbers.length - quantity;
}

export interface CartSession {
  /** Secret with the prefix `anon_`. */
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

/** Copies the items to a new session with new item ids, because the server has frozen its copy of the old session. */
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
 * Changes the quantity of a line, which removes its plan and bonus. A smaller quantity keeps the lowest numbers; one
 * under 1 is ignored.
 *
 * @param requested random numbers for the added cotas
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
    // Random numbers make the line replaceable again.
    const { chosen, ...line } = item;
    const isChoice = chosen && numbers.every((number) => item.selectedNumbers.includes(number));
    return { ...line, quantity, tier: null, selectedNumbers: numbers, ...(isChoice && { chosen }) };
  });
  return changed(cart, items, now);
}

/** Replaces numbers that were sold; keeps quantity and plan. */
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

/** Price of a line before discounts. */
export function itemPriceCentavos(item: CartItem): number {
  return linePriceCentavos(priceOf(item), item.quantity);
}

/** Prices of an item's rifa when it was added. */
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

/** Parses the cart from browser storage; null if invalid. */
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
    dates.every(isDate) &&
    Array.isArray(cart.items) &&
    cart.items.every(isItem)
  );
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
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
    (item.salesEndAt === undefined || isDate(item.salesEndAt)) &&
    (item.tier === null || typeof item.tier === 'string') &&
    Array.isArray(item.selectedNumbers) &&
    item.selectedNumbers.every(Number.isSafeInteger)
  );
}
