/**
 * What a cart costs, from the rifas and plans as they are now. The browser's figures only tell whether the buyer saw
 * the same price.
 */
import { bonusCotas, type PurchasePlan } from '../rifas/purchase-plan.ts';

export interface CartLine {
  rifaId: string;
  /** Cotas paid for. */
  quantity: number;
  /** Key of the plan, while one is chosen. */
  tier: string | null;
  /** Price of a cota as the buyer saw it. */
  seenPriceCentavos: number;
  wishedNumbers: readonly number[];
}

export interface RifaOnSale {
  id: string;
  title: string;
  priceCentavos: number;
  totalNumbers: number;
  minPerOrder: number;
  maxPerOrder: number;
}

export interface PricedLine {
  rifaId: string;
  title: string;
  /** Cotas the buyer receives, bonus included. */
  quantity: number;
  bonusQuantity: number;
  unitPriceCentavos: number;
  totalCentavos: number;
  /** Wishes worth trying: distinct, in range, no more than the quantity. */
  wishedNumbers: number[];
}

export type PricedCart =
  | { ok: true; lines: PricedLine[]; totalCentavos: number }
  | { ok: false; code: 'PRICE_CHANGED' | 'RIFA_NOT_ACTIVE'; rifaId: string; title: string }
  | { ok: false; code: 'QUANTITY_OUT_OF_RANGE'; rifaId: string; title: string; min: number; max: number };

/** @param rifas those on sale among the lines' rifas */
export function priceCart(
  cart: readonly CartLine[],
  rifas: ReadonlyMap<string, RifaOnSale>,
  plans: readonly PurchasePlan[],
): PricedCart {
  const lines: PricedLine[] = [];
  const perRifa = new Map<string, number>();
  for (const line of cart) {
    const rifa = rifas.get(line.rifaId);
    if (!rifa) return { ok: false, code: 'RIFA_NOT_ACTIVE', rifaId: line.rifaId, title: '' };
    const plan =
      line.tier === null
        ? null
        : plans.find((known) => known.key === line.tier && known.quantity === line.quantity);
    if (plan === undefined || line.seenPriceCentavos !== rifa.priceCentavos)
      return { ok: false, code: 'PRICE_CHANGED', rifaId: rifa.id, title: rifa.title };
    perRifa.set(rifa.id, (perRifa.get(rifa.id) ?? 0) + line.quantity);
    lines.push(priceLine(line, rifa, plan ? bonusCotas(plan) : 0));
  }
  for (const [id, quantity] of perRifa) {
    const { title, minPerOrder: min, maxPerOrder: max } = rifas.get(id)!;
    if (quantity < min || quantity > max)
      return { ok: false, code: 'QUANTITY_OUT_OF_RANGE', rifaId: id, title, min, max };
  }
  return { ok: true, lines, totalCentavos: lines.reduce((sum, line) => sum + line.totalCentavos, 0) };
}

function priceLine(line: CartLine, rifa: RifaOnSale, bonusQuantity: number): PricedLine {
  const quantity = line.quantity + bonusQuantity;
  const inRange = line.wishedNumbers.filter((number) => number >= 1 && number <= rifa.totalNumbers);
  return {
    rifaId: rifa.id,
    title: rifa.title,
    quantity,
    bonusQuantity,
    unitPriceCentavos: rifa.priceCentavos,
    totalCentavos: line.quantity * rifa.priceCentavos,
    wishedNumbers: [...new Set(inRange)].slice(0, quantity).sort((a, b) => a - b),
  };
}
