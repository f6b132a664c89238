/** Persists the cart in local storage, shared by all tabs. */
import { toHex } from '@mare/domain/hex.ts';
import type { CartSession } from '@mare/domain/cart/cart.ts';
import { CART_CHANGED, CART_KEY } from './cart-count.ts';
import { parseCart } from '@mare/domain/cart/stored-cart.ts';

/** Null if absent or unreadable. */
export function readStoredCart(): CartSession | null {
  try {
    return parseCart(window.localStorage.getItem(CART_KEY));
  } catch {
    return null;
  }
}

export function writeStoredCart(cart: CartSession): void {
  try {
    window.localStorage.setItem(CART_KEY, JSON.stringify(cart));
  } catch {
    // Storage is full or blocked: the cart stays in memory; the outdated copy is removed.
    deleteStoredCart();
  }
  window.dispatchEvent(new Event(CART_CHANGED));
}

export function deleteStoredCart(): void {
  try {
    window.localStorage.removeItem(CART_KEY);
  } catch {
    // Storage is blocked.
  }
}

/** @returns unsubscribe */
export function onCartInOtherTab(listener: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === CART_KEY || event.key === null) listener();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

/** Secret that authorizes changes to the cart's copy on the server. */
export function newSessionId(): string {
  return `anon_${toHex(crypto.getRandomValues(new Uint8Array(24)))}`;
}
