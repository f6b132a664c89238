/** Terms that an organiser declares before the first sale, besides those of the draw; the public log lists them. */
import { formatBrl, formatInteger } from '../format.ts';
import { toEntryText } from '../transparency/log/entry-fields.ts';
import type { UnsoldPolicy } from './lifecycle/end-of-sales.ts';
import type { Combo, PriceStep } from './prices/price-steps.ts';
import type { PurchasePlan } from './prices/purchase-plan.ts';

export interface DeclaredTerms {
  priceSteps: readonly PriceStep[];
  combos: readonly Combo[];
  /** Null with the shop's plans, which may change at any time. */
  plans: readonly Omit<PurchasePlan, 'key'>[] | null;
  /** Minutes from the end of sales to the extraction. */
  salesEndMinutes: number;
  drawsEarly: boolean;
  unsoldPolicy: UnsoldPolicy;
  unsoldMinPercent: number;
  maxPerPerson: number | null;
  vipOnly: boolean;
  vipHours: number;
}

const UNSOLD = { postpone: 'o sorteio é adiado', refund: 'a rifa é cancelada e o dinheiro volta' } as const;

/** One Portuguese line of the public log per term. Never empty: sales always end. */
export function declaredLines(terms: DeclaredTerms): string[] {
  const { priceSteps, combos, plans, unsoldPolicy, unsoldMinPercent, maxPerPerson, vipHours } = terms;
  return [
    `vendas até ${formatInteger(terms.salesEndMinutes)} minutos antes da extração`,
    ...priceSteps.map(
      (step) => `a partir de ${cotas(step.fromQuantity)}, ${formatBrl(step.priceCentavos)} cada`,
    ),
    ...combos.map((combo) => `combo de ${cotas(combo.quantity)} por ${formatBrl(combo.priceCentavos)}`),
    ...(plans ?? []).map(
      (plan) => `plano ${plan.name} de ${cotas(plan.quantity)} com ${plan.bonusPercentage}% de bônus`,
    ),
    ...(unsoldPolicy === 'draw' || unsoldMinPercent === 0
      ? []
      : [`com menos de ${unsoldMinPercent}% vendidos, ${UNSOLD[unsoldPolicy]}`]),
    ...(terms.drawsEarly ? ['esgotada, o sorteio é adiantado'] : []),
    ...(maxPerPerson === null ? [] : [`no máximo ${cotas(maxPerPerson)} por pessoa`]),
    ...(terms.vipOnly ? ['só para VIPs'] : vipHours > 0 ? [`${vipHours} horas antes para VIPs`] : []),
  ].map(toEntryText);
}

function cotas(count: number): string {
  return count === 1 ? '1 cota' : `${formatInteger(count)} cotas`;
}
