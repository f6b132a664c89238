import { useId } from 'react';
import type { PurchaseTier, RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import {
  type DeadlineHours,
  MAX_GROUP_NAME,
  MAX_PARTS,
  MIN_PARTS,
} from '@mare/domain/orders/group-purchases/group-bounds.ts';
import { linePriceCentavos } from '@mare/domain/rifas/prices/price-steps.ts';
import { bonusCotas } from '@mare/domain/rifas/prices/purchase-plan.ts';
import { formatBrl, formatCount } from '../../format.ts';
import { Field, Input } from '../../ui/form/field.tsx';
import { QuantityStepper } from '../../ui/form/quantity-stepper.tsx';
import { cotasOfChoice } from '../choose/use-number-choice.ts';
import { orderBounds } from '@mare/domain/checkout/order-bounds.ts';
import type { GroupDraft } from './group-draft.ts';

interface GroupFieldsProps {
  rifa: RifaDetail;
  draft: GroupDraft;
  /** The plan whose bonus the quantity gives. */
  tier: PurchaseTier | null;
  /** Deadlines to choose from. */
  hours: readonly DeadlineHours[];
  onChange: (draft: GroupDraft) => void;
}

/** Name, parts and deadline of a new group purchase. */
export function GroupFields({ rifa, draft, tier, hours, onChange }: GroupFieldsProps) {
  const { min, typedMax: max } = orderBounds(rifa);
  const { parts, quantity } = draft;
  const maxParts = Math.max(MIN_PARTS, Math.min(MAX_PARTS, Math.floor(max / Math.max(1, min))));
  const maxCotas = Math.max(min, Math.floor(max / parts));
  const cotas = cotasOfChoice({ quantity, tier });
  const bonus = tier ? bonusCotas(tier) : 0;
  return (
    <>
      <Field label="Nome do bolão">
        <Input
          value={draft.name}
          maxLength={MAX_GROUP_NAME}
          autoComplete="off"
          enterKeyHint="done"
          onChange={(event) => onChange({ ...draft, name: event.target.value })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-2">
          <p className="font-bold">Quantas partes, com a sua</p>
          <QuantityStepper
            label="Quantas partes"
            value={parts}
            min={MIN_PARTS}
            max={maxParts}
            onChange={(count) =>
              onChange({
                ...draft,
                parts: count,
                quantity: Math.max(min, Math.min(quantity, Math.floor(max / count))),
              })
            }
          />
        </div>
        <div className="grid content-start gap-2">
          <p className="font-bold">Cotas em cada parte</p>
          <QuantityStepper
            label="Cotas em cada parte"
            value={quantity}
            min={min}
            max={maxCotas}
            onChange={(count) => onChange({ ...draft, quantity: count })}
          />
        </div>
      </div>
      <Deadlines
        hours={hours}
        chosen={draft.hours}
        onChoose={(chosen) => onChange({ ...draft, hours: chosen })}
      />
      <div className="grid gap-1 rounded-md bg-sea-tint px-4 py-3 text-sea-strong" aria-live="polite">
        <p className="font-bold">
          {parts} partes de {formatCount(cotas, 'cota', 'cotas')}
          {bonus > 0 && ` (${bonus} de bônus)`} ·{' '}
          <span className="tabular whitespace-nowrap">{formatBrl(linePriceCentavos(rifa, quantity))}</span>{' '}
          cada
        </p>
        <p className="text-sm">
          As {parts * cotas} cotas ficam reservadas quando você começa. Pague a sua parte em até 15 minutos
          para o bolão abrir; depois, cada amigo paga a dele pelo link. O que ninguém pagar até o prazo volta
          à venda.
        </p>
      </div>
    </>
  );
}

interface DeadlinesProps {
  hours: readonly DeadlineHours[];
  chosen: DeadlineHours;
  onChoose: (hours: DeadlineHours) => void;
}

function Deadlines({ hours, chosen, onChoose }: DeadlinesProps) {
  const group = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-bold">Prazo para todos pagarem</legend>
      <div className="grid grid-cols-3 gap-2">
        {hours.map((each) => (
          <label
            key={each}
            className="grid min-h-12 cursor-pointer place-items-center rounded-full border-2 border-line-strong/50 bg-raised px-2 font-bold transition-colors hover:border-sea has-checked:border-sea has-checked:bg-sea-tint has-checked:text-sea-strong has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sea"
          >
            <input
              type="radio"
              name={group}
              className="sr-only"
              checked={each === chosen}
              onChange={() => onChoose(each)}
            />
            {formatCount(each, 'hora', 'horas')}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
