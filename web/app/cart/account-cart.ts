/** The cart of the signed-in account, one for all devices (spec: storefront, section 4). */
import { toast } from 'sonner';
import { type AgreedLine, type CartItem, newCart } from '@mare/domain/cart/cart.ts';
import { agreedLines, reconcileLines } from '@mare/domain/cart/merge-carts.ts';
import { queries } from '../api.ts';
import { latestCart, leaveAccountCart, replaceCart, scheduleSync } from './cart-store.ts';

/** The server's answer when the merge changed nothing. */
const MIGRATED = 'Carrinho migrado com sucesso';

/**
 * Merges the visitor's cart into the account's and loads it. Does nothing offline. On failure the cart is unchanged
 * and the next page load retries. A lock restricts this to one tab at a time.
 * @param left aborted when the person signs out
 */
export async function joinAccountCart(userId: string, left: AbortSignal): Promise<void> {
  if (!navigator.onLine) return;
  const join = () => migrateAndPull(userId, left).catch(() => undefined);
  // Only secure contexts have locks. Without them the server still ensures a single migration.
  if ('locks' in navigator) await navigator.locks.request('mare.cart.migration', join);
  else await join();
}

async function migrateAndPull(userId: string, left: AbortSignal): Promise<void> {
  if (left.aborted) return;
  leaveAccountCart(userId);
  const cart = latestCart();
  if (cart.userId !== userId && cart.items.length > 0) {
    const { sessionId, items } = cart;
    const { message } = await queries.cart.migrate.call({ sessionId, items });
    if (message.startsWith(`${MIGRATED}. `))
      toast.info('Juntamos os seus carrinhos', { description: message.slice(MIGRATED.length + 2) });
  }
  await pull(userId, cart.userId === userId ? cart.agreed : agreedLines(cart.items), left);
}

/** Loads changes of other devices in the account's cart. Does nothing for a visitor. */
export async function pullAccountCart(left: AbortSignal): Promise<void> {
  const { userId, agreed } = latestCart();
  if (userId && navigator.onLine) await pull(userId, agreed, left).catch(() => undefined);
}

async function pull(
  userId: string,
  agreed: readonly AgreedLine[] | undefined,
  left: AbortSignal,
): Promise<void> {
  const { sessionId, version, items } = await queries.cart.mine.call();
  // The cart on this device is a visitor's by now, or another person's.
  if (left.aborted) return;
  const there: CartItem[] = items.map(({ chosen, ...item }) => ({ ...item, ...(chosen && { chosen }) }));
  const here = latestCart();
  const lines = reconcileLines(agreed ?? [], here.items, there);
  const now = new Date();
  replaceCart({
    ...newCart(sessionId, now),
    ...(here.userId === userId && { createdAt: here.createdAt, expiresAt: here.expiresAt }),
    userId,
    version,
    agreed: agreedLines(there),
    items: lines,
  });
  if (JSON.stringify(lines) !== JSON.stringify(there)) scheduleSync();
}
