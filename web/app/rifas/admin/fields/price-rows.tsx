import { useFieldArray, useFormContext } from 'react-hook-form';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/form/field.tsx';
import { useFocusNextRow } from '../../../ui/focus/use-focus-next-row.ts';
import type { TermsFields } from './terms-fields.ts';

const MAX_ROWS = 6;

interface PriceRowsProps {
  name: 'priceSteps' | 'combos';
  /** `remove` is the noun for one row. */
  labels: { quantity: string; price: string; remove: string; add: string };
  frozen: boolean;
}

/** Editable list of quantities with prices. */
export function PriceRows({ name, labels, frozen }: PriceRowsProps) {
  const { register, control } = useFormContext<TermsFields>();
  const { fields, append, remove } = useFieldArray({ control, name });
  const rows = useFocusNextRow<HTMLDivElement>();
  return (
    <>
      <div ref={rows} className="contents">
        {fields.map((field, at) => (
          <div
            key={field.id}
            tabIndex={-1}
            className="grid grid-cols-[1fr_1fr_auto] items-end gap-3 sm:max-w-md"
          >
            <Field label={labels.quantity}>
              <Input inputMode="numeric" {...register(`${name}.${at}.quantity`)} />
            </Field>
            <Field label={labels.price}>
              <Input inputMode="decimal" {...register(`${name}.${at}.price`)} />
            </Field>
            <IconButton
              icon="trash"
              label={`Remover ${at + 1}: ${labels.remove}`}
              disabled={frozen}
              onClick={() => remove(at)}
            />
          </div>
        ))}
      </div>
      <Button
        variant="outline"
        size="sm"
        icon="plus"
        className="justify-self-start"
        disabled={frozen || fields.length >= MAX_ROWS}
        onClick={() => append({ quantity: '', price: '' }, { shouldFocus: false })}
      >
        {labels.add}
      </Button>
    </>
  );
}
