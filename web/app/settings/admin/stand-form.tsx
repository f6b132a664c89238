import { useForm } from 'react-hook-form';
import { MAX_ALLOTMENT } from '@mare/domain/orders/stand-allotment.ts';
import { isWhole } from '../../admin/typed-values.ts';
import { formatInteger } from '../../format.ts';
import { Field, Input } from '../../ui/form/field.tsx';
import { SaveSetting, type SettingFormProps } from './setting-section.tsx';

/** Maximum numbers that a seller may set aside for a stand without a network. */
export function StandForm({ maxNumbers, saving, onSave }: SettingFormProps & { maxNumbers: number }) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { maxNumbers: String(maxNumbers) },
  });
  const submit = handleSubmit((typed) =>
    onSave({ key: 'stand', value: { maxNumbers: Number(typed.maxNumbers) } }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field
        label="Números por pessoa e rifa"
        hint="Nunca mais da metade dos que estão livres. Com 0, ninguém reserva."
        error={formState.errors.maxNumbers?.message}
      >
        <Input
          inputMode="numeric"
          {...register('maxNumbers', {
            validate: (typed) =>
              isWhole(typed, 0, MAX_ALLOTMENT) || `De 0 a ${formatInteger(MAX_ALLOTMENT)}.`,
          })}
        />
      </Field>
      <SaveSetting saving={saving}>Salvar limite</SaveSetting>
    </form>
  );
}
