/** Cart store: local storage, synchronised between tabs and, when online, to the server. */
import { useSyncExternalStore } from 'react';
import {
  acceptQuote,
  type AddedItem,
  addItem,
  type CartItem,
  type CartSession,
  changeQuantity,
  emptyCart,
  isExpired,
  newCart,
  removeItem,
  renewCart,
  replaceNumbers,
} from '@mare/domain/cart/cart.ts';
import { agreedLines } from '@mare/domain/cart/merge-carts.ts';
import { type OrderedLine, orderedLineIds } from '@mare/domain/cart/ordered-lines.ts';
import { queries } from '../api.ts';
import { isApiError } from '../fetching/failures/is-api-error.ts';
import { CART_OUTDATED } from './cart-count.ts';
import {
  deleteStoredCart,
  newSessionId,
  onCartInOtherTab,
  readStoredCart,
  writeStoredCart,
} from './cart-storage.ts';

const SYNC_AFTER_MS = 400;

let cart: CartSession | null = null;
const listeners = new Set<() => void>();

/** Cart lines; empty during server rendering. */
export function useCartItems(): CartItem[] {
  return useSyncExternalStore(subscribe, readItems, () => NO_ITEMS);
}

export const cartStore = {
  add: (item: Omit<CartItem, 'id' | 'addedAt'>): Omit<AddedItem, 'cart'> => {
    const now = new Date();
    const { cart: next, ...added } = addItem(
      latestCart(),
      { ...item, id: crypto.randomUUID(), addedAt: now.toISOString() },
      now,
    );
    if (!added.rejected) change(() => next);
    return added;
  },
  remove: (itemId: string) => change((before, now) => removeItem(before, itemId, now)),
  /** Removes the lines that an order was made of. */
  removeOrdered: (ordered: readonly OrderedLine[]) => {
    const ids = orderedLineIds(latestCart().items, ordered);
    if (ids.length > 0)
      change((before, now) => ids.reduce((cart, itemId) => removeItem(cart, itemId, now), before));
  },
  changeQuantity: (itemId: string, quantity: number, requested: readonly number[]) =>
    change((before, now) => changeQuantity(before, itemId, quantity, requested, now)),
  replaceNumbers: (itemId: string, sold: readonly number[], fresh: readonly number[]) =>
    change((before, now) => replaceNumbers(before, itemId, sold, fresh, now)),
  acceptQuote: (lines: Parameters<typeof acceptQuote>[1]) =>
    change((before, now) => acceptQuote(before, lines, now)),
  clear: () => change((before, now) => emptyCart(before, now)),
};

const NO_ITEMS: CartItem[] = [];

function readItems(): CartItem[] {
  return current().items;
}

function current(): CartSession {
  cart ??= storedCart() ?? newCart(newSessionId(), new Date());
  return cart;
}

function storedCart(): CartSession | null {
  const stored = readStoredCart();
  if (!stored || !isExpired(stored, new Date())) return stored;
  deleteStoredCart();
  return null;
}

/** Rereads storage, because another tab may have changed the cart. */
export function latestCart(): CartSession {
  cart = storedCart() ?? current();
  return cart;
}

/** Replaces the cart by one derived from `latestCart`. */
export function replaceCart(next: CartSession): void {
  cart = next;
  writeStoredCart(next);
  notify();
}

function change(next: (before: CartSession, now: Date) => CartSession): void {
  replaceCart(next(latestCart(), new Date()));
  scheduleSync();
}

/** Moves the items to a new cart session. Does nothing if another tab has already replaced the session `closedId`. */
function renewSession(closedId: string): void {
  const before = latestCart();
  if (before.sessionId === closedId) {
    const fresh = newCart(newSessionId(), new Date());
    replaceCart(renewCart(before, fresh, () => crypto.randomUUID()));
  }
  scheduleSync();
}

let stopListening: (() => void) | undefined;

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) stopListening = onCartInOtherTab(onOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stopListening?.();
  };
}

function onOtherTab(): void {
  cart = null;
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

let syncTimer: ReturnType<typeof setTimeout> | undefined;

export function scheduleSync(): void {
  clearTimeout(syncTimer);
  syncTimer = setTimeout(() => void sync(), SYNC_AFTER_MS);
}

/** Best effort: the next change, or going online, retries a failed sync. */
async function sync(): Promise<void> {
  if (!navigator.onLine) {
    window.addEventListener('online', scheduleSync, { once: true });
    return;
  }
  const { sessionId } = latestCart();
  const sent = await sendCart();
  if (sent === 'outdated') window.dispatchEvent(new Event(CART_OUTDATED));
  else if (sent === 'closed') renewSession(sessionId);
}

/**
 * Replaces the server's copy of the cart. `closed`: the cart session accepts no more changes. `outdated`: another device
 * changed the account's cart.
 */
async function sendCart(): Promise<'saved' | 'closed' | 'outdated' | 'failed'> {
  clearTimeout(syncTimer);
  const { sessionId, items, userId, version } = latestCart();
  try {
    const saved = await queries.cart.sync.call({ sessionId, items, ...(userId && { version }) });
    const now = latestCart();
    if (userId && now.sessionId === sessionId)
      replaceCart({ ...now, version: saved.version, agreed: agreedLines(items) });
    return 'saved';
  } catch (error) {
    // A closed cart of the account is loaded again.
    if (isApiError(error, 'CART_CLOSED')) return userId ? 'outdated' : 'closed';
    return isApiError(error, 'VERSION_CONFLICT') ? 'outdated' : 'failed';
  }
}

/** Removes the cart of another account from this device; the server keeps it. */
export function leaveAccountCart(userId: string | null): void {
  const cart = latestCart();
  if (cart.userId && cart.userId !== userId) replaceCart(newCart(newSessionId(), new Date()));
}
