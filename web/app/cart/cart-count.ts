/** Cart counter of the header. A separate module, so that the first view does not load the cart. */
import { useSyncExternalStore } from 'react';

export const CART_KEY = 'mare.cart';

/** Dispatched on `window` when this tab changed the stored cart. */
export const CART_CHANGED = 'cartchange';

/** Dispatched on `window` when another device changed the account's cart. */
export const CART_OUTDATED = 'cartoutdated';

interface StoredCart {
  userId?: unknown;
  items?: { quantity?: unknown }[];
  expiresAt?: string;
}

/** Unchecked: another version of the page may have stored anything. */
function readUnchecked(): StoredCart | null {
  try {
    return JSON.parse(localStorage.getItem(CART_KEY) ?? 'null') as StoredCart | null;
  } catch {
    return null;
  }
}

/** Whether the stored cart is the copy of an account's. */
export const hasAccountCart = () => Boolean(readUnchecked()?.userId);

/** Cotas paid for in the stored cart; 0 during server rendering. */
export function useCartCount(): number {
  return useSyncExternalStore(subscribe, count, () => 0);
}

function count(): number {
  try {
    const { items, expiresAt } = readUnchecked()!;
    if (!(Date.parse(expiresAt!) > Date.now())) return 0;
    return items!.reduce((sum, { quantity }) => sum + (Number(quantity) || 0), 0);
  } catch {
    return 0;
  }
}

function subscribe(listener: () => void): () => void {
  const types = ['storage', CART_CHANGED];
  for (const type of types) addEventListener(type, listener);
  return () => {
    for (const type of types) removeEventListener(type, listener);
  };
}
