import { useFormContext } from 'react-hook-form';
import { DRAWABLE_TOTALS } from '@mare/domain/draws/draw-rules.ts';
import { isWhole } from '../../../admin/typed-values.ts';
import { formatInteger } from '../../../format.ts';
import { Field, Input, Select } from '../../../ui/form/field.tsx';
import { parseCentavos } from '../../../ui/form/parsing/typed-reais.ts';
import type { RifaFields } from './rifa-fields.ts';

export function SaleFields({ isPublished }: { isPublished: boolean }) {
  const { register, formState, getValues } = useFormContext<RifaFields>();
  const { errors } = formState;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field label="Preço da cota em reais" error={errors.price?.message}>
        <Input
          inputMode="decimal"
          readOnly={isPublished}
          {...register('price', {
            validate: (price) => (parseCentavos(price) ?? 0) > 0 || 'Informe o preço, como 2,50.',
          })}
        />
      </Field>
      <Field label="Total de números" hint="O sorteio pela Loteria Federal é justo com estes totais.">
        <Select disabled={isPublished} {...register('totalNumbers', { disabled: isPublished })}>
          {DRAWABLE_TOTALS.map((total) => (
            <option key={total} value={total}>
              {formatInteger(total)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Mínimo por pedido" error={errors.minPerOrder?.message}>
        <Input
          inputMode="numeric"
          {...register('minPerOrder', {
            validate: (least) => isWhole(least, 1, 10_000) || 'De 1 a 10.000.',
          })}
        />
      </Field>
      <Field label="Máximo por pedido" error={errors.maxPerOrder?.message}>
        <Input
          inputMode="numeric"
          {...register('maxPerOrder', {
            validate: (most) =>
              isWhole(most, Number(getValues('minPerOrder')) || 1, 10_000) ||
              'Não pode ser menor que o mínimo, nem passar de 10.000.',
          })}
        />
      </Field>
    </div>
  );
}
