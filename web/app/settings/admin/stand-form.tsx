import { MAX_ALLOTMENT } from '@mare/domain/orders/stand-allotment.ts';
import { isWhole } from '../../admin/typed-values.ts';
import { formatInteger } from '../../format.ts';
import { Field, Input } from '../../ui/form/field.tsx';
import {
  SaveSetting,
  type SettingFormProps,
  type StoredSetting,
  useSettingForm,
} from './setting-section.tsx';

interface StandLimit {
  maxNumbers: number;
}

const fieldsOf = ({ value }: StoredSetting<StandLimit>) => ({ maxNumbers: String(value.maxNumbers) });

/** Maximum numbers that a seller may set aside for a stand without a network. */
export function StandForm(props: SettingFormProps<StandLimit>) {
  const { register, onSubmit, formState } = useSettingForm(props, fieldsOf, ({ maxNumbers }) => ({
    key: 'stand',
    value: { maxNumbers: Number(maxNumbers) },
  }));
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
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
      <SaveSetting saving={props.saving}>Salvar limite</SaveSetting>
    </form>
  );
}
