import type { Order } from '@mare/contract/orders.ts';

/** A buyer's paid numbers of one rifa, over all her orders. */
export interface RifaHolding {
  rifaId: string;
  title: string;
  image: string;
  drawDate: string;
  totalNumbers: number;
  /** Ascending. */
  numbers: number[];
}

/** Rifas in the order of their latest purchase. */
export function groupByRifa(orders: readonly Order[]): RifaHolding[] {
  const holdings = new Map<string, RifaHolding>();
  for (const item of orders.filter((order) => order.status === 'paid').flatMap((order) => order.items)) {
    const holding = holdings.get(item.rifaId) ?? { ...item, numbers: [] };
    holding.numbers.push(...item.selectedNumbers);
    holdings.set(item.rifaId, holding);
  }
  return [...holdings.values()].map((holding) => ({
    ...holding,
    numbers: holding.numbers.sort((a, b) => a - b),
  }));
}
