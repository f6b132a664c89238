import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { queries } from '../../api.ts';
import { QuantityStepper } from '../../ui/form/quantity-stepper.tsx';
import { ComboList } from '../choose/combo-list.tsx';
import { orderBounds } from '@mare/domain/checkout/order-bounds.ts';
import { PersonLimitNote } from '../choose/person-limit-note.tsx';
import { PlanChooser } from '../choose/plan-chooser.tsx';
import type { NumberChoice, useNumberChoice } from '../choose/use-number-choice.ts';
import { VipNote } from '../choose/vip-note.tsx';

interface ExpressChoiceProps {
  rifa: RifaDetail;
  chooser: ReturnType<typeof useNumberChoice>;
}

export interface ExpressStepProps {
  rifa: RifaDetail;
  choice: NumberChoice;
  /** Fields of the choice. */
  children: ReactNode;
}

/** Plan, combo or quantity; the numbers are drawn. */
export function ExpressChoice({ rifa, chooser }: ExpressChoiceProps) {
  const tiers = useQuery(queries.rifas.tiers.queryOptions());
  const { choice, choosePlan, chooseQuantity } = chooser;
  const bounds = orderBounds(rifa);
  const { min, max } = bounds;
  return (
    <>
      <VipNote rifa={rifa} />
      <PersonLimitNote rifa={rifa} />
      <PlanChooser
        tiers={rifa.plans ?? tiers.data ?? []}
        chosen={choice.tier}
        onChoose={choosePlan}
        price={rifa}
        bounds={bounds}
      />
      <ComboList
        rifa={rifa}
        quantity={choice.tier ? 0 : choice.quantity}
        max={max}
        onChoose={chooseQuantity}
      />
      <div className="grid gap-2">
        <p className="font-bold">Ou a quantidade que quiser</p>
        <QuantityStepper
          label="Quantidade de cotas"
          value={choice.quantity}
          onChange={chooseQuantity}
          min={min}
          max={max}
        />
      </div>
    </>
  );
}
