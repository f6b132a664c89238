import { useEffect } from 'react';
import type { SessionState } from '../session/session.ts';
import { CART_OUTDATED, hasAccountCart } from './cart-count.ts';

/** Minimum interval between two loads of the account's cart (ms). */
const PULL_EVERY_MS = 5_000;

/**
 * Merges the cart into the account's after each sign-in, including by a provider, after a second factor or in another
 * tab. The next page load retries a failed merge. Loads changes of other devices when the page is seen again; empties
 * the cart at sign-out.
 */
export function useCartMigration(session: SessionState): void {
  const { status } = session;
  const userId = status === 'signed-in' ? session.userId : null;
  useEffect(() => {
    if (status === 'visitor' && hasAccountCart())
      void import('./cart-store.ts').then(({ leaveAccountCart }) => leaveAccountCart(null));
    if (!userId) return;
    const left = new AbortController();
    void loadAccountCart().then(({ joinAccountCart }) => joinAccountCart(userId, left.signal));
    const pull = () => void loadAccountCart().then(({ pullAccountCart }) => pullAccountCart(left.signal));
    let pulledAt = Date.now();
    const onSeen = () => {
      if (document.visibilityState !== 'visible' || Date.now() - pulledAt < PULL_EVERY_MS) return;
      pulledAt = Date.now();
      pull();
    };
    window.addEventListener(CART_OUTDATED, pull);
    document.addEventListener('visibilitychange', onSeen);
    return () => {
      left.abort();
      window.removeEventListener(CART_OUTDATED, pull);
      document.removeEventListener('visibilitychange', onSeen);
    };
  }, [status, userId]);
}

/** Loaded on demand: most visitors never sign in. */
const loadAccountCart = () => import('./account-cart.ts');
