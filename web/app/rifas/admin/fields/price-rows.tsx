import { isWhole } from '../../../admin/typed-values.ts';
import { centavosText, parseCentavos } from '../../../ui/form/typed-reais.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/form/field.tsx';

const MAX_ROWS = 6;

/** Unparsed quantity and price. */
interface PriceRow {
  id: number;
  quantity: string;
  price: string;
}

interface Priced {
  quantity: number;
  priceCentavos: number;
}

export function rowsOf(priced: readonly Priced[]): PriceRow[] {
  return priced.map(({ quantity, priceCentavos }, id) => ({
    id,
    quantity: String(quantity),
    price: centavosText(priceCentavos),
  }));
}

/** An invalid price becomes 0, which is never valid. */
export function readRows(rows: readonly PriceRow[]): Priced[] {
  return rows.map(({ quantity, price }) => ({
    quantity: Number(quantity),
    priceCentavos: parseCentavos(price) ?? 0,
  }));
}

export function areComplete(rows: readonly PriceRow[]): boolean {
  return rows.every(({ quantity }) => isWhole(quantity, 2, 10_000));
}

interface PriceRowsProps {
  rows: PriceRow[];
  /** `remove` is the noun for one row. */
  labels: { quantity: string; price: string; remove: string; add: string };
  frozen: boolean;
  onChange: (rows: PriceRow[]) => void;
}

/** Editable list of quantities with prices. */
export function PriceRows({ rows, labels, frozen, onChange }: PriceRowsProps) {
  const change = (id: number, part: Partial<PriceRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  return (
    <>
      {rows.map((row, at) => (
        <div key={row.id} className="grid grid-cols-[1fr_1fr_auto] items-end gap-3 sm:max-w-md">
          <Field label={labels.quantity}>
            <Input
              inputMode="numeric"
              value={row.quantity}
              onChange={(event) => change(row.id, { quantity: event.target.value })}
            />
          </Field>
          <Field label={labels.price}>
            <Input
              inputMode="decimal"
              value={row.price}
              onChange={(event) => change(row.id, { price: event.target.value })}
            />
          </Field>
          <IconButton
            icon="trash"
            label={`Remover ${at + 1}: ${labels.remove}`}
            disabled={frozen}
            onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
          />
        </div>
      ))}
      <Button
        variant="outline"
        size="sm"
        icon="plus"
        className="justify-self-start"
        disabled={frozen || rows.length >= MAX_ROWS}
        onClick={() =>
          onChange([...rows, { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, quantity: '', price: '' }])
        }
      >
        {labels.add}
      </Button>
    </>
  );
}
