import { formatShortDecimal } from '@mare/domain/format.ts';
import type { PurchaseTier } from '@mare/contract/rifas/rifa-detail.ts';
import { linePriceCentavos, type SteppedPrice } from '@mare/domain/rifas/prices/price-steps.ts';
import {
  bonusCotas,
  isPlanWithin,
  type PlanBounds,
  planTotalCotas,
} from '@mare/domain/rifas/prices/purchase-plan.ts';
import { useId } from 'react';
import { formatBrl, formatInteger } from '../../format.ts';
import { classNames } from '../../ui/style/class-names.ts';
import { paidAndFree } from '../../rifa-display/price-labels.ts';
import { Skeleton } from '../../ui/states.tsx';
import { Icon } from '../../ui/style/icons.tsx';

interface PlanChooserProps {
  /** Undefined while they load. */
  tiers: PurchaseTier[] | undefined;
  chosen: PurchaseTier | null;
  onChoose: (tier: PurchaseTier) => void;
  price: SteppedPrice;
  /** Order limits of the rifa. Plans beyond them are disabled. */
  bounds: PlanBounds;
}

/** Radio group of purchase plans with their bonuses. */
export function PlanChooser({ tiers, chosen, onChoose, price, bounds }: PlanChooserProps) {
  const group = useId();
  if (tiers === undefined) return <Skeleton className="h-44" />;
  if (tiers.length === 0) return null;
  return (
    <fieldset>
      <legend className="font-bold">Planos com bônus</legend>
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-2">
        {tiers.map((tier) => (
          <label
            key={tier.key}
            className={classNames(
              'relative grid cursor-pointer content-start justify-items-center gap-1 rounded-md border-2 border-line-strong/50 bg-raised px-1 pt-5 pb-3 text-center transition-colors',
              'hover:border-sea has-checked:border-sea has-checked:bg-sea-tint has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sea',
              'has-disabled:cursor-not-allowed has-disabled:opacity-50',
            )}
          >
            <input
              type="radio"
              name={group}
              className="sr-only"
              checked={chosen?.key === tier.key}
              disabled={!isPlanWithin(tier, bounds)}
              onChange={() => onChoose(tier)}
            />
            <span className="absolute -top-2.5 rounded-full bg-sun px-2 py-1 text-xs leading-none font-bold text-on-sun">
              +{formatShortDecimal(tier.bonusPercentage)}%
            </span>
            <span className="text-sm font-semibold text-ink-soft">{tier.name}</span>
            <span className="font-display text-base leading-tight font-extrabold whitespace-nowrap sm:text-xl">
              {formatInteger(planTotalCotas(tier))} cotas
            </span>
            <span className="text-xs text-ink-soft">{paidAndFree(tier.quantity, bonusCotas(tier))}</span>
            <span className="tabular text-sm font-bold">
              {formatBrl(linePriceCentavos(price, tier.quantity))}
            </span>
            {chosen?.key === tier.key && (
              <Icon name="check" className="absolute top-1.5 right-1.5 size-4 text-sea-strong" />
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
