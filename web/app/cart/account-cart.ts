/** The cart of the signed-in account, one for all devices (spec: storefront, section 4). */
import { toast } from 'sonner';
import { type CartItem, newCart } from '@mare/domain/cart/cart.ts';
import { reconcileLines } from '@mare/domain/cart/merge-carts.ts';
import { queries } from '../api.ts';
import { latestCart, leaveAccountCart, replaceCart, scheduleSync } from './cart-store.ts';

/** The server's answer when the merge changed nothing. */
const MIGRATED = 'Carrinho migrado com sucesso';

/**
 * Merges the visitor's cart into the account's and loads it. Does nothing offline. On failure the cart is unchanged
 * and the next page load retries. A lock restricts this to one tab at a time.
 */
export async function joinAccountCart(userId: string): Promise<void> {
  if (!navigator.onLine) return;
  const join = () => migrateAndPull(userId).catch(() => undefined);
  // Only secure contexts have locks. Without them the server still ensures a single migration.
  if ('locks' in navigator) await navigator.locks.request('mare.cart.migration', join);
  else await join();
}

async function migrateAndPull(userId: string): Promise<void> {
  leaveAccountCart(userId);
  const cart = latestCart();
  if (cart.userId !== userId && cart.items.length > 0) {
    const { sessionId, items } = cart;
    const { message } = await queries.cart.migrate.call({ sessionId, items });
    if (message.startsWith(`${MIGRATED}. `))
      toast.info('Juntamos os seus carrinhos', { description: message.slice(MIGRATED.length + 2) });
  }
  await pull(userId, cart.userId === userId ? cart.agreedIds : cart.items.map(({ id }) => id));
}

/** Loads changes of other devices in the account's cart. Does nothing for a visitor. */
export async function pullAccountCart(): Promise<void> {
  const { userId, agreedIds } = latestCart();
  if (userId && navigator.onLine) await pull(userId, agreedIds).catch(() => undefined);
}

async function pull(userId: string, agreedIds: readonly string[] = []): Promise<void> {
  const { sessionId, version, items } = await queries.cart.mine.call();
  const there: CartItem[] = items.map(({ chosen, ...item }) => ({ ...item, ...(chosen && { chosen }) }));
  const here = latestCart();
  const lines = reconcileLines(agreedIds, here.items, there);
  const now = new Date();
  replaceCart({
    ...newCart(sessionId, now),
    ...(here.userId === userId && { createdAt: here.createdAt, expiresAt: here.expiresAt }),
    userId,
    version,
    agreedIds: there.map(({ id }) => id),
    items: lines,
  });
  if (JSON.stringify(lines) !== JSON.stringify(there)) scheduleSync();
}
