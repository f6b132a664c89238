/** Hands the visitor's cart to the account that was signed in to (spec: storefront, 4). */
import { queries } from '../api.ts';
import { latestCart, renewSession, sendCart } from './cart-store.ts';

type Migration =
  | { success: true; migratedItems: number; message: string }
  | { success: false; error: unknown };

const NOTHING_TO_DO: Migration = { success: true, migratedItems: 0, message: 'Nenhum item para migrar' };

/**
 * On success the anonymous session leaves the browser, and a fresh one of the account takes its items. Offline it
 * succeeds without doing anything; when it fails the cart stays as it is. Of several tabs one migrates at a time, and
 * the others find it done.
 */
export async function migrateCart(userId: string): Promise<Migration> {
  if (!navigator.onLine) return NOTHING_TO_DO;
  // Only secure contexts have locks; without them the server still migrates once.
  if (!('locks' in navigator)) return migrate(userId);
  return navigator.locks.request('mare.cart.migration', () => migrate(userId));
}

async function migrate(userId: string): Promise<Migration> {
  const cart = latestCart();
  if (cart.userId === userId || cart.items.length === 0) return NOTHING_TO_DO;
  try {
    const sent = await sendCart();
    if (sent === 'failed') return { success: false, error: new Error('the cart did not reach the server') };
    const migration =
      sent === 'saved' ? await queries.cart.migrate.call({ sessionId: cart.sessionId }) : NOTHING_TO_DO;
    renewSession(cart.sessionId, userId);
    return { ...NOTHING_TO_DO, ...migration };
  } catch (error) {
    return { success: false, error };
  }
}
