import { useState } from 'react';
import { parseQuantity, readManualQuantity } from '@mare/domain/checkout/manual-quantity.ts';
import { formatInteger } from '../../format.ts';
import { Field, Input } from '../../ui/form/field.tsx';

interface ManualQuantityProps {
  /** Null without a choice or with a chosen plan. */
  quantity: number | null;
  /** Minimum of cotas per order. A smaller quantity shows a message. */
  min: number;
  max: number;
  /** Maximum cotas per order, which only a plan or a combo may reach. */
  orderMax: number;
  onChange: (quantity: number) => void;
}

/** Free quantity input. May be empty while the buyer types; the chosen quantity never is. */
export function ManualQuantity({ quantity, min, max, orderMax, onChange }: ManualQuantityProps) {
  const [draft, setDraft] = useState<string | null>(null);
  /** The typed text was above `max`. */
  const [isCut, setIsCut] = useState(false);
  const where = orderMax > max ? 'neste campo' : 'por pedido';
  return (
    <Field
      label="Quantidade manual"
      hint={`De ${formatInteger(min)} a ${formatInteger(max)} cotas ${where}.`}
      error={
        quantity !== null && quantity < min
          ? `Cada pedido desta rifa leva ao menos ${formatInteger(min)} cotas.`
          : isCut && `O máximo ${where} é ${formatInteger(max)}: ficou ${formatInteger(max)}.`
      }
    >
      <Input
        type="number"
        inputMode="numeric"
        min={1}
        max={max}
        value={draft ?? quantity ?? ''}
        onChange={(event) => {
          const meant = readManualQuantity(event.target.value, max);
          setIsCut(parseQuantity(event.target.value, { min: 1, max }).note === 'max');
          setDraft(event.target.value === '' ? '' : String(meant));
          onChange(meant);
        }}
        onBlur={() => setDraft(null)}
        className="max-w-40"
      />
    </Field>
  );
}
