import { isWhole } from '../../admin/typed-values.ts';
import { Field, Input } from '../../ui/form/field.tsx';
import {
  SaveSetting,
  type SettingFormProps,
  type StoredSetting,
  useSettingForm,
} from './setting-section.tsx';

interface Chargeback {
  days: number;
}

const fieldsOf = ({ value }: StoredSetting<Chargeback>) => ({ days: String(value.days) });

/** Charge-back window, for which commissions are on hold. */
export function ChargebackForm(props: SettingFormProps<Chargeback>) {
  const { register, onSubmit, formState } = useSettingForm(props, fieldsOf, ({ days }) => ({
    key: 'chargeback',
    value: { days: Number(days) },
  }));
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <Field
        label="Dias de espera por contestação"
        hint="Contados do pagamento da venda. Com 0, espera só os 7 dias em que o comprador pode desistir."
        error={formState.errors.days?.message}
      >
        <Input
          inputMode="numeric"
          {...register('days', { validate: (typed) => isWhole(typed, 0, 365) || 'De 0 a 365.' })}
        />
      </Field>
      <SaveSetting saving={props.saving}>Salvar espera</SaveSetting>
    </form>
  );
}
