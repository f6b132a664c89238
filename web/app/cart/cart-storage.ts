/** Where the cart lives in this browser: one entry of local storage, which every tab reads. */
import { type CartSession, parseCart } from '@mare/domain/cart/cart.ts';

const STORAGE_KEY = 'mare.cart';

/** Null when there is none, or none that can be read. */
export function readStoredCart(): CartSession | null {
  try {
    return parseCart(window.localStorage.getItem(STORAGE_KEY));
  } catch {
    return null;
  }
}

export function writeStoredCart(cart: CartSession): void {
  try {
    window.localStorage.setItem(STORAGE_KEY, JSON.stringify(cart));
  } catch {
    // Storage is full or forbidden: the cart lives as long as the tab, and no older one takes its place.
    forgetStoredCart();
  }
}

export function forgetStoredCart(): void {
  try {
    window.localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Forbidden: there is none.
  }
}

/** @returns the way to stop listening. */
export function onCartInOtherTab(listener: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY || event.key === null) listener();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

/** The secret that lets whoever knows it change the cart's copy on the server. */
export function newSessionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return `anon_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
