import type { PurchaseTier, RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { orderBounds } from '@mare/domain/checkout/order-bounds.ts';
import { betterPlan } from '@mare/domain/rifas/prices/better-plan.ts';
import { linePriceCentavos } from '@mare/domain/rifas/prices/price-steps.ts';
import { planTotalCotas } from '@mare/domain/rifas/prices/purchase-plan.ts';
import { useState } from 'react';
import { formatBrl, formatCount } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import type { NumberChoice } from './use-number-choice.ts';
import { usePlans } from './use-plans.ts';

interface PlanHintProps {
  rifa: RifaDetail;
  choice: NumberChoice;
  onChoosePlan: (plan: PurchaseTier) => void;
}

/** Offers the plan that gives more than the typed quantity for no more money. Silent while the buyer picks numbers. */
export function PlanHint({ rifa, choice, onChoosePlan }: PlanHintProps) {
  const [taken, setTaken] = useState<PurchaseTier | null>(null);
  const plans = usePlans(rifa);
  const { quantity, tier, picked, isRemainder } = choice;
  const plan =
    plans && quantity > 0 && !tier && !picked && !isRemainder
      ? betterPlan(quantity, plans, rifa, boundsOfPerson(rifa))
      : undefined;
  const isTaken = taken !== null && taken.key === tier?.key;
  const shell = useFocusNext<HTMLDivElement>(isTaken ? 'taken' : '');
  return (
    <div ref={shell} aria-live="polite" className="grid justify-items-start gap-2 empty:hidden">
      {plan && (
        <>
          <p className="text-sm font-semibold">
            {plan.name}: {formatCount(planTotalCotas(plan), 'cota', 'cotas')} {priceOf(plan, choice, rifa)}.
          </p>
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              setTaken(plan);
              onChoosePlan(plan);
            }}
          >
            Trocar pelo plano {plan.name}
          </Button>
        </>
      )}
      {isTaken && (
        <output tabIndex={-1} className="rounded-md text-sm font-semibold">
          Agora são {formatCount(planTotalCotas(taken), 'cota', 'cotas')}, pelo plano {taken.name}.
        </output>
      )}
    </div>
  );
}

/** A plan counts with its bonus towards the limit of a person. */
function boundsOfPerson(rifa: RifaDetail) {
  const bounds = orderBounds(rifa);
  return { ...bounds, cotasLeft: Math.min(bounds.cotasLeft, rifa.maxPerPerson ?? Infinity) };
}

function priceOf(plan: PurchaseTier, { quantity }: NumberChoice, rifa: RifaDetail): string {
  const cost = linePriceCentavos(rifa, plan.quantity);
  const saved = linePriceCentavos(rifa, quantity) - cost;
  return saved === 0 ? 'pelo mesmo valor' : `por ${formatBrl(cost)}, ${formatBrl(saved)} a menos`;
}
