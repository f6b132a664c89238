/** One idempotency key per cart contents: a double click, or a retry after a lost response, creates one order. */
import type { GroupOfPayment } from '@mare/contract/orders/group-purchases.ts';
import type { CartItem } from '@mare/domain/cart/cart.ts';

const STORAGE_KEY = 'mare.payment-click';

interface PaymentClick {
  cart: string;
  key: string;
}

type PayableItem = Pick<CartItem, 'rifaId' | 'quantity' | 'tier' | 'selectedNumbers'>;

export function idempotencyKeyFor(
  items: readonly PayableItem[],
  coupon?: string,
  group?: GroupOfPayment,
): string {
  const cart = JSON.stringify([
    coupon ?? null,
    ...items.map(({ rifaId, quantity, tier, selectedNumbers }) => [rifaId, quantity, tier, selectedNumbers]),
    ...(group ? [group] : []),
  ]);
  const stored = read();
  if (stored?.cart === cart) return stored.key;
  const key = crypto.randomUUID();
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ cart, key } satisfies PaymentClick));
  } catch {
    // Without storage the key is valid for this click only.
  }
  return key;
}

export function deleteIdempotencyKey(): void {
  try {
    window.sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing is stored.
  }
}

function read(): PaymentClick | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? 'null') as PaymentClick | null;
  } catch {
    return null;
  }
}
