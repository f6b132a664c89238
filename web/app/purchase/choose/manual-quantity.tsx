import { useState } from 'react';
import { readManualQuantity } from '@mare/domain/checkout/manual-quantity.ts';
import { formatInteger } from '../../format.ts';
import { Field, Input } from '../../ui/form/field.tsx';

interface ManualQuantityProps {
  /** Null while a package is chosen or nothing is. */
  quantity: number | null;
  /** Fewest cotas of an order; less can be typed, and is said to be too little. */
  min: number;
  max: number;
  onChange: (quantity: number) => void;
}

/** A quantity of one's own. The box may be empty while it is typed in; the choice never is. */
export function ManualQuantity({ quantity, min, max, onChange }: ManualQuantityProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <Field
      label="Quantidade manual"
      hint={`De ${formatInteger(min)} a ${formatInteger(max)} cotas por pedido.`}
      error={
        quantity !== null &&
        quantity < min &&
        `Cada pedido desta rifa leva ao menos ${formatInteger(min)} cotas.`
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
          setDraft(event.target.value === '' ? '' : String(meant));
          onChange(meant);
        }}
        onBlur={() => setDraft(null)}
        className="max-w-40"
      />
    </Field>
  );
}
