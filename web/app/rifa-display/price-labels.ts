import {
  cheapestParts,
  type SteppedPrice,
  unitPriceCentavos,
} from '@mare/domain/rifas/prices/price-steps.ts';
import { formatBrl, formatCount, formatInteger } from '../format.ts';

/** Composition of a price, e.g. `2 combos de 10 + 3 × R$ 2,00`. */
export function priceBreakdown(price: SteppedPrice, quantity: number): string {
  const each = formatBrl(unitPriceCentavos(price, quantity));
  if (!price.combos?.length) return `${formatInteger(quantity)} × ${each}`;
  const { singles, combos } = cheapestParts(price, quantity);
  const times = new Map<number, number>();
  for (const combo of combos) times.set(combo.quantity, (times.get(combo.quantity) ?? 0) + 1);
  const parts = [...times].map(([cotas, count]) =>
    count === 1
      ? `combo de ${formatInteger(cotas)}`
      : `${formatInteger(count)} combos de ${formatInteger(cotas)}`,
  );
  if (singles > 0) parts.push(`${formatInteger(singles)} × ${each}`);
  return parts.join(' + ');
}

/** Number of cotas with the bonus, e.g. `6 cotas (5 + 1 grátis)`. */
export function cotasLabel(paid: number, bonus: number): string {
  return `${formatCount(paid + bonus, 'cota', 'cotas')}${bonus > 0 ? ` (${paidAndFree(paid, bonus)})` : ''}`;
}

/** E.g. `5 + 1 grátis`. */
export function paidAndFree(paid: number, bonus: number): string {
  return `${formatInteger(paid)} + ${formatInteger(bonus)} grátis`;
}
