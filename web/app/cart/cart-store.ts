/** The cart of this browser: in local storage, the same in every tab, copied to the server while there is a network. */
import { useSyncExternalStore } from 'react';
import {
  addItem,
  type CartItem,
  type CartSession,
  changeQuantity,
  emptyCart,
  isExpired,
  newCart,
  parseCart,
  removeItem,
  replaceNumbers,
} from '@mare/domain/cart/cart.ts';
import { queries } from '../api.ts';

const STORAGE_KEY = 'mare.cart';
const SYNC_AFTER_MS = 400;

let cart: CartSession | null = null;
const listeners = new Set<() => void>();

/** The cart's lines; none while the server renders. */
export function useCartItems(): CartItem[] {
  return useSyncExternalStore(subscribe, readItems, () => NO_ITEMS);
}

export const cartStore = {
  add: (item: Omit<CartItem, 'id' | 'addedAt'>) =>
    change((before, now) =>
      addItem(before, { ...item, id: crypto.randomUUID(), addedAt: now.toISOString() }, now),
    ),
  remove: (itemId: string) => change((before, now) => removeItem(before, itemId, now)),
  changeQuantity: (itemId: string, quantity: number, wishes: readonly number[]) =>
    change((before, now) => changeQuantity(before, itemId, quantity, wishes, now)),
  replaceNumbers: (itemId: string, sold: readonly number[], fresh: readonly number[]) =>
    change((before, now) => replaceNumbers(before, itemId, sold, fresh, now)),
  clear: () => change((before, now) => emptyCart(before, now)),
};

const NO_ITEMS: CartItem[] = [];

function readItems(): CartItem[] {
  return current().items;
}

function current(): CartSession {
  cart ??= load();
  return cart;
}

function load(): CartSession {
  const now = new Date();
  const stored = parseCart(readStorage());
  if (stored && !isExpired(stored, now)) return stored;
  return newCart(newSessionId(), now);
}

function change(next: (before: CartSession, now: Date) => CartSession): void {
  // Another tab may have written since this one last read.
  const stored = parseCart(readStorage());
  const now = new Date();
  const before = stored && !isExpired(stored, now) ? stored : current();
  cart = next(before, now);
  writeStorage(JSON.stringify(cart));
  notify();
  scheduleSync();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onOtherTab);
  };
}

function onOtherTab(event: StorageEvent): void {
  if (event.key !== STORAGE_KEY && event.key !== null) return;
  cart = null;
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

let syncTimer: ReturnType<typeof setTimeout> | undefined;

function scheduleSync(): void {
  clearTimeout(syncTimer);
  syncTimer = setTimeout(() => void sync(), SYNC_AFTER_MS);
}

/** A copy that did not reach the server is no loss: the next change, or the next time online, sends it again. */
async function sync(): Promise<void> {
  if (!navigator.onLine) {
    window.addEventListener('online', scheduleSync, { once: true });
    return;
  }
  const { sessionId, items } = current();
  await queries.cart.sync.call({ sessionId, items }).catch(() => undefined);
}

function newSessionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return `anon_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function readStorage(): string | null {
  try {
    return window.localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function writeStorage(text: string): void {
  try {
    window.localStorage.setItem(STORAGE_KEY, text);
  } catch {
    // Storage is full or forbidden: the cart lives as long as the tab.
  }
}
