import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { OrderItem, OrderPage } from '@mare/contract/orders/orders.ts';
import type { PurchaseTier, RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { bonusCotas } from '@mare/domain/rifas/prices/purchase-plan.ts';
import type { ShownStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { queries } from '../../api.ts';
import { cartItemOf } from '../../cart/cart-item.ts';
import { cartStore, latestCart } from '../../cart/cart-store.ts';
import { requestNumbers } from '../../cart/request-numbers.ts';
import { isApiError } from '../../fetching/failures/is-api-error.ts';
import { links } from '../../links.ts';
import { restoreCoupon } from '../quote/coupon-storage.ts';
import { lazyToast } from '../../ui/overlay/lazy-toast.ts';

/** A line of an order that cannot be added to the cart. */
export interface SkippedLine {
  title: string;
  /** 'as vendas estão em pausa' */
  why: string;
}

/** 'Moto: as vendas estão em pausa. TV: as vendas terminaram.' */
export function skippedText(lines: readonly SkippedLine[]): string {
  return lines.map(({ title, why }) => `${title}: ${why}.`).join(' ');
}

export function notifySkipped(lines: readonly SkippedLine[]): void {
  if (lines.length > 0) lazyToast.info('Ficou fora do carrinho', { description: skippedText(lines) });
}

/**
 * Adds the lines of a failed order to the cart with new numbers and its coupon, and navigates to the checkout, saying
 * which it skipped. @returns mutation with those lines; if they are all, nothing else happened
 */
export function useOrderAgain({ items, discounts }: Pick<OrderPage, 'items' | 'discounts'>) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => addAll(cache, items, addToCartAgain),
    onSuccess: (skipped) => {
      if (skipped.length === items.length) return;
      restoreCoupon(discounts);
      notifySkipped(skipped);
      void navigate(links.checkout());
    },
  });
}

/**
 * Adds the lines of a cancelled order to the cart again, with the same numbers, in place of those still in it.
 * @returns the skipped lines
 */
export function putBackIntoCart(cache: QueryClient, items: readonly OrderItem[]): Promise<SkippedLine[]> {
  return addAll(cache, items, (item, rifa, plan) => {
    cartStore.removeOrdered([item]);
    cartStore.add(
      cartItemOf(rifa, { quantity: paidCotas(item), tier: plan ?? null, numbers: item.selectedNumbers }),
    );
  });
}

type AddLine = (item: OrderItem, rifa: RifaDetail, plan: PurchaseTier | undefined) => Promise<void> | void;

async function addAll(cache: QueryClient, items: readonly OrderItem[], add: AddLine): Promise<SkippedLine[]> {
  const tiers = await cache.fetchQuery(queries.rifas.tiers.queryOptions());
  const skipped: SkippedLine[] = [];
  for (const item of items) {
    try {
      const rifa = await queries.rifas.find.call({ id: item.rifaId });
      if (rifa.status === 'active') await add(item, rifa, planOf(item, rifa.plans ?? tiers));
      else skipped.push({ title: rifa.title, why: OFF_SALE[rifa.status] });
    } catch (error) {
      if (isApiError(error, 'NOT_FOUND')) skipped.push({ title: item.title, why: OFF_SALE.closed });
      else if (isApiError(error, 'NOT_ENOUGH_NUMBERS'))
        skipped.push({ title: item.title, why: 'não há tantas cotas livres' });
      else throw error;
    }
  }
  return skipped;
}

const OFF_SALE: Record<Exclude<ShownStatus, 'active'>, string> = {
  draft: 'não está à venda',
  scheduled: 'as vendas ainda vão começar',
  paused: 'as vendas estão em pausa',
  closed: 'as vendas terminaram',
  completed: 'o sorteio já aconteceu',
  cancelled: 'a rifa foi cancelada',
};

const addToCartAgain: AddLine = async (item, rifa, plan) => {
  if (latestCart().items.some(({ rifaId }) => rifaId === item.rifaId)) return;
  const quantity = paidCotas(item);
  const cotas = quantity + (plan ? bonusCotas(plan) : 0);
  const numbers = await requestNumbers(rifa.id, cotas, rifa.totalNumbers);
  cartStore.add(cartItemOf(rifa, { quantity, tier: plan ?? null, numbers }));
};

type Bought = Pick<OrderItem, 'quantity' | 'bonusQuantity'>;

/** Quantity without the bonus. */
const paidCotas = ({ quantity, bonusQuantity }: Bought) => quantity - bonusQuantity;

/** Plan with which the line was bought, if still offered. */
export function planOf(line: Bought, plans: readonly PurchaseTier[]): PurchaseTier | undefined {
  const { bonusQuantity } = line;
  if (bonusQuantity === 0) return undefined;
  return plans.find((plan) => plan.quantity === paidCotas(line) && bonusCotas(plan) === bonusQuantity);
}
