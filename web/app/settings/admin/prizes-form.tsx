import { useForm } from 'react-hook-form';
import type { ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import { isWhole } from '../../admin/typed-values.ts';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';
import { SaveSetting, type SettingFormProps } from './setting-section.tsx';

/** Time to claim a prize, and notes on withheld tax. */
export function PrizesForm({
  prizes,
  saving,
  onSave,
}: SettingFormProps & { prizes: ShopSettings['prizes']['value'] }) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { ...prizes, claimDays: String(prizes.claimDays) },
  });
  const submit = handleSubmit((value) =>
    onSave({ key: 'prizes', value: { ...value, claimDays: Number(value.claimDays) } }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field
        label="Dias para pedir um prêmio"
        hint="Contados do sorteio, nas rifas publicadas a partir de agora. Nas autorizações da SPA/MF a lei manda 180."
        error={formState.errors.claimDays?.message}
      >
        <Input
          inputMode="numeric"
          {...register('claimDays', { validate: (days) => isWhole(days, 7, 365) || 'De 7 a 365.' })}
        />
      </Field>
      <Field label="Imposto sobre produtos" hint="Na página da rifa e para quem ganha.">
        <Textarea rows={3} maxLength={500} {...register('taxOnProducts')} />
      </Field>
      <Field label="Imposto sobre serviços" hint="Na página da rifa e para quem ganha.">
        <Textarea rows={3} maxLength={500} {...register('taxOnServices')} />
      </Field>
      <Field label="Imposto sobre dinheiro" hint="Na página da rifa e para quem ganha.">
        <Textarea rows={3} maxLength={500} {...register('taxOnCash')} />
      </Field>
      <SaveSetting saving={saving}>Salvar prêmios</SaveSetting>
    </form>
  );
}
