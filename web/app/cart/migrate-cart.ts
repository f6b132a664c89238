/** Migrates the visitor's cart to the signed-in account (spec: storefront, section 4). */
import { queries } from '../api.ts';
import { latestCart, renewSession, sendCart } from './cart-store.ts';

type Migration =
  | { success: true; migratedItems: number; message: string }
  | { success: false; error: unknown };

const NOTHING_TO_DO: Migration = { success: true, migratedItems: 0, message: 'Nenhum item para migrar' };

/**
 * On success a new cart session of the account replaces the anonymous one. Offline it succeeds without doing anything;
 * on failure the cart is unchanged. A lock lets one tab at a time migrate.
 */
export async function sendCartToAccount(userId: string): Promise<Migration> {
  if (!navigator.onLine) return NOTHING_TO_DO;
  // Only secure contexts have locks. Without them the server still ensures a single migration.
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
