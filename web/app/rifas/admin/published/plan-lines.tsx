import { formatShortDecimal } from '@mare/domain/format.ts';
import type { RifaTerms } from '@mare/contract/rifas/rifa-terms.ts';
import type { PurchaseTier } from '@mare/contract/rifas/rifa-detail.ts';
import { linePriceCentavos } from '@mare/domain/rifas/prices/price-steps.ts';
import { bonusCotas } from '@mare/domain/rifas/prices/purchase-plan.ts';
import { formatBrl, formatCount } from '../../../format.ts';

interface PlanLinesProps {
  plans: readonly PurchaseTier[];
  /** Price of one cota; 0 while undecided. */
  priceCentavos: number;
  terms: RifaTerms;
}

/** Cotas, bonus and price of each plan. */
export function PlanLines({ plans, priceCentavos, terms: { priceSteps, combos } }: PlanLinesProps) {
  return plans.map((plan) => (
    <p key={plan.key}>
      {plan.name}: {formatCount(plan.quantity, 'cota', 'cotas')} + {bonusCotas(plan)} de bônus (
      {formatShortDecimal(plan.bonusPercentage)}%)
      {priceCentavos > 0 &&
        ` por ${formatBrl(linePriceCentavos({ priceCentavos, priceSteps, combos }, plan.quantity))}`}
    </p>
  ));
}
