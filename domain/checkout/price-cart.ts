/**
 * Prices a cart by the current rifas and plans. Prices sent by the browser only serve to detect that the buyer saw a
 * different one.
 */
import { type Discount, type AppliedDiscount, applyDiscounts } from './discounts.ts';
import {
  type Combo,
  linePriceCentavos,
  type PriceStep,
  unitPriceCentavos,
} from '../rifas/prices/price-steps.ts';
import { minOfOrder } from './order-bounds.ts';
import { bonusCotas, type PurchasePlan } from '../rifas/prices/purchase-plan.ts';

export interface CartLine {
  rifaId: string;
  /** Cotas paid for. */
  quantity: number;
  /** Key of the chosen plan. */
  tier: string | null;
  /**
   * Price per cota as displayed to the buyer. Null when a quote is compared instead: then an unknown plan is treated
   * as no plan.
   */
  seenPriceCentavos: number | null;
  requestedNumbers: readonly number[];
  /** The buyer chose these numbers; ignored if the rifa does not allow choosing. */
  exact?: boolean;
}

export interface RifaOnSale {
  id: string;
  title: string;
  priceCentavos: number;
  totalNumbers: number;
  /** Waived when fewer cotas are left. */
  minPerOrder: number;
  /** Free cotas; null if they were not counted, because the minimum needs no check. */
  cotasLeft: number | null;
  maxPerOrder: number;
  choosesNumbers: boolean;
  /** Has cotas premiadas: the reservation draws all numbers, and ignores requested ones. */
  hidesPrizes?: boolean;
  /** Maximum cotas per buyer over all orders, bonus included; null without a limit. */
  maxPerPerson: number | null;
  /** Cotas that the buyer has already bought or reserved. */
  heldCotas: number;
  /** Progressive prices, if any. */
  priceSteps?: readonly PriceStep[];
  combos?: readonly Combo[];
  /** Replaces the shop's plans. */
  plans?: readonly PurchasePlan[] | null;
}

export interface PricedLine {
  rifaId: string;
  title: string;
  /** Key of the plan whose bonus is included. */
  tier: string | null;
  /** Cotas the buyer receives, bonus included. */
  quantity: number;
  bonusQuantity: number;
  /** Price of a cota outside combos. */
  unitPriceCentavos: number;
  /** Before discounts. */
  fullCentavos: number;
  /** After discounts. */
  totalCentavos: number;
  /** Distinct, in range, at most `quantity`. */
  requestedNumbers: number[];
  exact: boolean;
  maxPerPerson: number | null;
}

export type PricedCart =
  | {
      ok: true;
      lines: PricedLine[];
      subtotalCentavos: number;
      discounts: AppliedDiscount[];
      /** Amount due; there is no processing fee. */
      totalCentavos: number;
    }
  | { ok: false; code: 'PRICE_CHANGED'; rifaId: string; title: string }
  | { ok: false; code: 'RIFA_NOT_ACTIVE'; rifaId: string; title: string; pauseReason: string | null }
  | { ok: false; code: 'QUANTITY_OUT_OF_RANGE'; rifaId: string; title: string; min: number; max: number }
  | { ok: false; code: 'PURCHASE_LIMIT_EXCEEDED'; rifaId: string; title: string; max: number; held: number };

/**
 * @param rifas the lines' rifas that are on sale
 * @param plans the shop's plans, for rifas that do not replace them
 * @param discounts in the order of application
 */
export function priceCart(
  cart: readonly CartLine[],
  rifas: ReadonlyMap<string, RifaOnSale>,
  plans: readonly PurchasePlan[],
  discounts: readonly Discount[] = [],
): PricedCart {
  const meant: { line: CartLine; rifa: RifaOnSale; plan: PurchasePlan | null }[] = [];
  const perRifa = new Map<string, number>();
  for (const line of cart) {
    const rifa = rifas.get(line.rifaId);
    if (!rifa)
      return { ok: false, code: 'RIFA_NOT_ACTIVE', rifaId: line.rifaId, title: '', pauseReason: null };
    const plan =
      line.tier === null
        ? null
        : (rifa.plans ?? plans).find((known) => known.key === line.tier && known.quantity === line.quantity);
    const seenCentavos = line.seenPriceCentavos;
    if (seenCentavos !== null && (plan === undefined || seenCentavos !== rifa.priceCentavos))
      return { ok: false, code: 'PRICE_CHANGED', rifaId: rifa.id, title: rifa.title };
    perRifa.set(rifa.id, (perRifa.get(rifa.id) ?? 0) + line.quantity);
    meant.push({ line, rifa, plan: plan ?? null });
  }
  for (const [id, quantity] of perRifa) {
    const { title, minPerOrder, cotasLeft, maxPerOrder: max } = rifas.get(id)!;
    const min = minOfOrder(minPerOrder, cotasLeft ?? minPerOrder);
    if (quantity < min || quantity > max)
      return { ok: false, code: 'QUANTITY_OUT_OF_RANGE', rifaId: id, title, min, max };
  }
  const lines = meant.map(({ line, rifa, plan }) => priceLine(line, rifa, plan));
  const beyond = firstBeyondShare(lines, rifas);
  return beyond ?? { ok: true, ...addUp(lines, discounts) };
}

function firstBeyondShare(lines: readonly PricedLine[], rifas: ReadonlyMap<string, RifaOnSale>) {
  for (const { rifaId, title, maxPerPerson: max } of lines) {
    if (max === null) continue;
    const heldCotas = rifas.get(rifaId)!.heldCotas;
    const linesOfRifa = lines.filter((line) => line.rifaId === rifaId);
    if (heldCotas + linesOfRifa.reduce((sum, line) => sum + line.quantity, 0) > max)
      return {
        ok: false as const,
        code: 'PURCHASE_LIMIT_EXCEEDED' as const,
        rifaId,
        title,
        max,
        held: heldCotas,
      };
  }
  return null;
}

function addUp(full: readonly PricedLine[], discounts: readonly Discount[]) {
  const { amountsCentavos, taken } = applyDiscounts(
    full.map(({ rifaId, totalCentavos }) => ({ rifaId, amountCentavos: totalCentavos })),
    discounts,
  );
  const lines = full.map((line, index) => ({ ...line, totalCentavos: amountsCentavos[index]! }));
  const sum = (all: readonly PricedLine[]) => all.reduce((total, line) => total + line.totalCentavos, 0);
  return { lines, subtotalCentavos: sum(full), discounts: taken, totalCentavos: sum(lines) };
}

function priceLine(line: CartLine, rifa: RifaOnSale, plan: PurchasePlan | null): PricedLine {
  const bonusQuantity = plan ? bonusCotas(plan) : 0;
  const fullCentavos = linePriceCentavos(rifa, line.quantity);
  const quantity = line.quantity + bonusQuantity;
  const requested = rifa.hidesPrizes ? [] : line.requestedNumbers;
  const inRange = requested.filter((number) => number >= 1 && number <= rifa.totalNumbers);
  return {
    rifaId: rifa.id,
    title: rifa.title,
    tier: plan?.key ?? null,
    quantity,
    bonusQuantity,
    unitPriceCentavos: unitPriceCentavos(rifa, line.quantity),
    fullCentavos,
    totalCentavos: fullCentavos,
    requestedNumbers: [...new Set(inRange)].slice(0, quantity).sort((a, b) => a - b),
    exact: (line.exact ?? false) && rifa.choosesNumbers && !rifa.hidesPrizes,
    maxPerPerson: rifa.maxPerPerson,
  };
}
