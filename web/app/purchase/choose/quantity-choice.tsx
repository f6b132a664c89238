import type { ReactNode } from 'react';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { orderBounds } from '@mare/domain/checkout/order-bounds.ts';
import { QuantityStepper } from '../../ui/form/quantity-stepper.tsx';
import { ComboList } from './combo-list.tsx';
import { PersonLimitNote } from './person-limit-note.tsx';
import { PlanChooser } from './plan-chooser.tsx';
import type { useNumberChoice } from './use-number-choice.ts';
import { usePlans } from './use-plans.ts';
import { VipNote } from './vip-note.tsx';

interface QuantityChoiceProps {
  rifa: RifaDetail;
  chooser: Pick<ReturnType<typeof useNumberChoice>, 'choice' | 'choosePlan' | 'chooseQuantity'>;
  /** The quantity can be emptied. */
  clearable?: boolean;
  /** Below the quantity. */
  children?: ReactNode;
}

/** Chooses a plan, a combo or a quantity of a rifa. */
export function QuantityChoice({ rifa, chooser, clearable = false, children }: QuantityChoiceProps) {
  const { choice, choosePlan, chooseQuantity } = chooser;
  const plans = usePlans(rifa);
  const bounds = orderBounds(rifa);
  const { min, max } = bounds;
  return (
    <>
      <VipNote rifa={rifa} />
      <PersonLimitNote rifa={rifa} />
      <PlanChooser tiers={plans} chosen={choice.tier} onChoose={choosePlan} price={rifa} bounds={bounds} />
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
          clearable={clearable}
        />
        {children}
      </div>
    </>
  );
}
