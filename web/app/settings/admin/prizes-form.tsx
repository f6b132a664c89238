import type { ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import { isWhole } from '../../admin/typed-values.ts';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';
import {
  SaveSetting,
  type SettingFormProps,
  type StoredSetting,
  useSettingForm,
} from './setting-section.tsx';

type Prizes = ShopSettings['prizes']['value'];

const fieldsOf = ({ value }: StoredSetting<Prizes>) => ({ ...value, claimDays: String(value.claimDays) });

/** Time to claim a prize, and notes on withheld tax. */
export function PrizesForm(props: SettingFormProps<Prizes>) {
  const { register, onSubmit, formState } = useSettingForm(props, fieldsOf, (fields) => ({
    key: 'prizes',
    value: { ...fields, claimDays: Number(fields.claimDays) },
  }));
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
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
      <SaveSetting saving={props.saving}>Salvar prêmios</SaveSetting>
    </form>
  );
}
