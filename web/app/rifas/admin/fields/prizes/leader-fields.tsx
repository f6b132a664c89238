import { useFormContext } from 'react-hook-form';
import { DateInput } from '../../../../ui/form/date-input.tsx';
import { Switch } from '../../../../ui/form/checkbox.tsx';
import { Field, Input } from '../../../../ui/form/field.tsx';
import type { OptionFields } from '../option-fields.ts';

/**
 * Leaderboard settings of the rifa's page.
 *
 * @param isLocked the prize is already announced to buyers, so it is read-only
 */
export function LeaderFields({ isLocked }: { isLocked: boolean }) {
  const { register } = useFormContext<OptionFields>();
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-bold">Quem lidera</legend>
      <Switch
        label="Mostrar compradores do dia e da semana"
        hint="Primeiro nome e inicial, na página da rifa."
        {...register('showsBuyers')}
      />
      <Field
        label="Prêmio da maior e da menor cota"
        optional
        hint="Das pagas entre as duas datas, horário de Maceió. Vale com os três campos, e depois de publicado não muda."
      >
        <Input
          maxLength={120}
          readOnly={isLocked}
          placeholder="R$ 100 no Pix"
          {...register('extremes.prize')}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="De">
          <DateInput withTime readOnly={isLocked} {...register('extremes.from')} />
        </Field>
        <Field label="Até">
          <DateInput withTime readOnly={isLocked} {...register('extremes.to')} />
        </Field>
      </div>
    </fieldset>
  );
}
