import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { OrderItem } from '@mare/contract/orders/orders.ts';
import type { PurchaseTier } from '@mare/contract/rifas/rifas.ts';
import { bonusCotas } from '@mare/domain/rifas/prices/purchase-plan.ts';
import { queries } from '../../api.ts';
import { cartItemOf } from '../../cart/cart-item.ts';
import { cartStore, latestCart } from '../../cart/cart-store.ts';
import { requestNumbers } from '../../cart/request-numbers.ts';
import { links } from '../../links.ts';

/**
 * Adds the lines of a failed order to the cart with new numbers and navigates to the checkout. Skips lines that are no
 * longer on sale.
 */
export function useOrderAgain(items: readonly OrderItem[]) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      const tiers = await cache.fetchQuery(queries.rifas.tiers.queryOptions());
      for (const item of items) await addToCartAgain(item, tiers).catch(() => undefined);
    },
    onSettled: () => navigate(links.checkout()),
  });
}

/**
 * Puts the lines of an order that was given up back into the cart, with the same numbers. Skips lines that are no longer
 * on sale.
 */
export async function putBackIntoCart(cache: QueryClient, items: readonly OrderItem[]): Promise<void> {
  const tiers = await cache.fetchQuery(queries.rifas.tiers.queryOptions());
  for (const item of items) {
    const rifa = await queries.rifas.find.call({ id: item.rifaId }).catch(() => null);
    if (rifa?.status !== 'active') continue;
    const tier = planOf(item, rifa.plans ?? tiers) ?? null;
    cartStore.add(cartItemOf(rifa, { quantity: paidCotas(item), tier, numbers: item.selectedNumbers }));
  }
}

async function addToCartAgain(item: OrderItem, tiers: PurchaseTier[]): Promise<void> {
  if (latestCart().items.some(({ rifaId }) => rifaId === item.rifaId)) return;
  const rifa = await queries.rifas.find.call({ id: item.rifaId });
  if (rifa.status !== 'active') return;
  const plan = planOf(item, rifa.plans ?? tiers);
  const quantity = paidCotas(item);
  const cotas = quantity + (plan ? bonusCotas(plan) : 0);
  const numbers = await requestNumbers(rifa.id, cotas, rifa.totalNumbers);
  cartStore.add(cartItemOf(rifa, { quantity, tier: plan ?? null, numbers }));
}

type Bought = Pick<OrderItem, 'quantity' | 'bonusQuantity'>;

/** Quantity without the bonus. */
const paidCotas = ({ quantity, bonusQuantity }: Bought) => quantity - bonusQuantity;

/** Plan with which the line was bought, if still offered. */
export function planOf(line: Bought, plans: readonly PurchaseTier[]): PurchaseTier | undefined {
  const { bonusQuantity } = line;
  if (bonusQuantity === 0) return undefined;
  return plans.find((plan) => plan.quantity === paidCotas(line) && bonusCotas(plan) === bonusQuantity);
}
