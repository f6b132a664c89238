import { useFormContext, useWatch } from 'react-hook-form';
import type { UnsoldPolicy } from '@mare/domain/rifas/lifecycle/end-of-sales.ts';
import { Switch } from '../../../ui/form/checkbox.tsx';
import { Field, Input, Options, Select } from '../../../ui/form/field.tsx';
import { digitsOf, filterInput } from '../../../ui/form/field-rules.ts';
import type { OptionFields } from './option-fields.ts';

export const unsoldPolicyLabels: Record<UnsoldPolicy, string> = {
  draw: 'Sortear assim mesmo',
  postpone: 'Adiar 14 dias, até 2 vezes',
  refund: 'Cancelar e devolver o dinheiro',
};

/** Options for the end of sales, which publishing makes final. */
export function EndOfSalesFields({ isPublished }: { isPublished: boolean }) {
  const { register, control } = useFormContext<OptionFields>();
  const unsoldPolicy = useWatch({ control, name: 'unsoldPolicy' });
  const salesEndMinutes = useWatch({ control, name: 'salesEndMinutes' });
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-bold">Fim das vendas</legend>
      {isPublished && <p className="text-sm text-ink-soft">Declarado aos compradores: não muda mais.</p>}
      <Field
        label="As vendas terminam"
        hint="Quanto antes da extração. Nesse tempo a lista é fechada e lacrada."
      >
        <Select disabled={isPublished} {...register('salesEndMinutes', { valueAsNumber: true })}>
          {[...new Set([...SALES_END_CHOICES, salesEndMinutes])]
            .sort((one, other) => one - other)
            .map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutesLabel(minutes)}
              </option>
            ))}
        </Select>
      </Field>
      <Switch
        label="Esgotou, adianta o sorteio"
        hint="Para a próxima extração da Loteria Federal que deixe um dia de aviso."
        disabled={isPublished}
        {...register('drawsEarly')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Se vender pouco até a data">
          <Select disabled={isPublished} {...register('unsoldPolicy')}>
            <Options labels={unsoldPolicyLabels} />
          </Select>
        </Field>
        <Field label="Vender pouco é menos de (%)">
          <Input
            inputMode="numeric"
            maxLength={3}
            readOnly={isPublished || unsoldPolicy === 'draw'}
            {...filterInput(register('unsoldMinPercent'), percentOf)}
          />
        </Field>
      </div>
      <Switch
        label="Avisar em 50%, 80% e 100%"
        hint="Quem já comprou recebe uma notificação, e a equipe também."
        {...register('announcesMilestones')}
      />
    </fieldset>
  );
}

const percentOf = (text: string) => String(Math.min(100, Number(digitsOf(text))));

const SALES_END_CHOICES = [10, 30, 60, 120, 180, 360, 720, 1440];

/** 'antes' of the extraction. */
export function minutesLabel(minutes: number): string {
  if (minutes % 60 > 0) return `${minutes} minutos antes`;
  return minutes === 60 ? '1 hora antes' : `${minutes / 60} horas antes`;
}
