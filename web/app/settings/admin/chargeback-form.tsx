import { useForm } from 'react-hook-form';
import { isWhole } from '../../admin/typed-values.ts';
import { Field, Input } from '../../ui/form/field.tsx';
import { SaveSetting, type SettingFormProps } from './setting-section.tsx';

/** Charge-back window, for which commissions are on hold. */
export function ChargebackForm({ days, saving, onSave }: SettingFormProps & { days: number }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { days: String(days) } });
  const submit = handleSubmit((typed) => onSave({ key: 'chargeback', value: { days: Number(typed.days) } }));
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
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
      <SaveSetting saving={saving}>Salvar espera</SaveSetting>
    </form>
  );
}
