/** The cart, stored in the browser; reserves nothing until checkout. Spec: storefront, sections 3, 4, 5 and 9. */

import { totalQuantity } from '../orders/total-quantity.ts';
import { MAX_CART_LINES, MAX_CHOSEN_NUMBERS, MAX_LINE_QUANTITY, MAX_SUGGESTED_NUMBERS } from './limits.ts';
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
  /** Free cotas of the plan, as shown when the line was added or last accepted. */
  bonusQuantity: number;
  /** Price of the line that the buyer accepted after it changed. */
  acceptedCentavos?: number;
  /** Requested numbers, ascending. May be fewer than the cotas: the reservation draws the others. */
  selectedNumbers: number[];
  /** The buyer chose these numbers, so they are not replaced. */
  chosen?: boolean;
  /** ISO 8601. */
  addedAt: string;
  rifaTitle: string;
  rifaPriceCentavos: number;
  rifaImage: string;
  totalNumbers: number;
  /** Limit of paid cotas per order when the line was added. */
  maxPerOrder: number;
  /** ISO 8601; as declared when the line was added. */
  salesEndAt?: string;
  /** Progressive prices, if any. */
  priceSteps?: PriceStep[];
  combos?: Combo[];
}

/** Cotas of a line with its bonus. */
export function cotasOf({ quantity, bonusQuantity }: Pick<CartItem, 'quantity' | 'bonusQuantity'>): number {
  return quantity + bonusQuantity;
}

export interface CartSession {
  /** Secret with the prefix `anon_`. */
  sessionId: string;
  /** The account that the cart belongs to; absent while it is anonymous. */
  userId?: string;
  /** Version of the account's cart that this copy comes from. */
  version?: number;
  /** The lines when this copy and the account's cart were last equal. */
  agreed?: AgreedLine[];
  items: CartItem[];
  createdAt: string;
  lastUpdated: string;
  expiresAt: string;
}

/** A line when this copy and the account's cart were last equal. */
export interface AgreedLine {
  id: string;
  /** Comparable text of what a buyer can change; absent in carts that stored only the ids. */
  content?: string;
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

/** Numbers of a rifa that other lines of the cart already hold. @param exceptItemId the line to leave out */
export function numbersInCart(items: readonly CartItem[], rifaId: string, exceptItemId?: string): number[] {
  return items
    .filter((item) => item.rifaId === rifaId && item.id !== exceptItemId)
    .flatMap((item) => item.selectedNumbers);
}

export interface AddedItem {
  cart: CartSession;
  /** Numbers that the cart already holds, left out of the new line. */
  duplicates: number[];
  /** `full`: the cart has no room for another line. `duplicate`: every chosen number is already in the cart. */
  rejected: 'full' | 'duplicate' | null;
}

/**
 * Adds a line. A number is in the cart once: chosen numbers that it already holds are left out, with their cotas;
 * suggested ones are dropped and drawn again by the reservation.
 */
export function addItem(cart: CartSession, item: CartItem, now: Date): AddedItem {
  const numbersInUse = new Set(numbersInCart(cart.items, item.rifaId));
  const duplicates = item.selectedNumbers.filter((number) => numbersInUse.has(number));
  if (cart.items.length >= MAX_CART_LINES) return { cart, duplicates, rejected: 'full' };
  const fresh = item.selectedNumbers.filter((number) => !numbersInUse.has(number));
  if (item.chosen && fresh.length === 0) return { cart, duplicates, rejected: 'duplicate' };
  const line = withinBounds({
    ...item,
    selectedNumbers: fresh,
    ...(item.chosen && { quantity: fresh.length }),
  });
  return { cart: changed(cart, [...cart.items, line], now), duplicates, rejected: null };
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
 * under 1 is ignored, one above the limit per order is reduced to it.
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
    const numbersInUse = new Set(numbersInCart(cart.items, item.rifaId, itemId));
    const numbers = [...new Set([...item.selectedNumbers, ...requested])].filter(
      (number) => !numbersInUse.has(number),
    );
    // Random numbers make the line replaceable again.
    const { chosen, acceptedCentavos: _, ...line } = item;
    const isChoice = chosen && quantity <= item.selectedNumbers.length;
    return withinBounds({
      ...line,
      quantity,
      tier: null,
      bonusQuantity: 0,
      selectedNumbers: numbers,
      ...(isChoice && { chosen }),
    });
  });
  return changed(cart, items, now);
}

/**
 * Sets the price and bonus of a quote that the buyer accepted.
 * @param quoted in the order of the lines
 */
export function acceptQuote(
  cart: CartSession,
  quoted: readonly { rifaId: string; tier: string | null; bonusQuantity: number; fullCentavos: number }[],
  now: Date,
): CartSession {
  const items = cart.items.map((item, index) => {
    const line = quoted[index];
    if (line?.rifaId !== item.rifaId) return item;
    const { tier, bonusQuantity, fullCentavos } = line;
    return withinBounds({ ...item, tier, bonusQuantity, acceptedCentavos: fullCentavos });
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
    const numbersInUse = new Set([...numbersInCart(cart.items, item.rifaId, itemId), ...sold]);
    const numbers = [...new Set([...item.selectedNumbers, ...fresh])].filter(
      (number) => !numbersInUse.has(number),
    );
    return withinBounds({ ...item, selectedNumbers: numbers });
  });
  return changed(cart, items, now);
}

/** Reduces a line to its rifa's limit, and its numbers to its cotas and to the maximum per line. */
export function withinBounds(item: CartItem): CartItem {
  const quantity = Math.min(item.quantity, item.maxPerOrder, MAX_LINE_QUANTITY);
  const most = item.chosen ? MAX_CHOSEN_NUMBERS : MAX_SUGGESTED_NUMBERS;
  const numbers = item.selectedNumbers.slice(0, Math.min(most, quantity + item.bonusQuantity));
  return { ...item, quantity, selectedNumbers: numbers.sort((a, b) => a - b) };
}

/** Price of a line before discounts, by the prices when it was added. */
export function itemPriceCentavos(item: CartItem): number {
  return linePriceCentavos(priceOf(item), item.quantity);
}

/** Prices of an item's rifa when it was added. */
export function priceOf({ rifaPriceCentavos, priceSteps, combos }: CartItem): SteppedPrice {
  return { priceCentavos: rifaPriceCentavos, priceSteps, combos };
}

export function cartStats(items: readonly CartItem[]): CartStats {
  return {
    totalItems: totalQuantity(items),
    totalValueCentavos: items.reduce((sum, item) => sum + itemPriceCentavos(item), 0),
    uniqueRifas: new Set(items.map((item) => item.rifaId)).size,
  };
}

function changed(cart: CartSession, items: CartItem[], now: Date): CartSession {
  return { ...cart, items, lastUpdated: now.toISOString() };
}
