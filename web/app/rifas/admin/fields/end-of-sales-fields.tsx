import { useFormContext, useWatch } from 'react-hook-form';
import { Field, Input, Select, Switch } from '../../../ui/form/field.tsx';
import { digitsOf, filterInput } from '../../../ui/form/field-rules.ts';
import type { OptionFields } from './option-fields.ts';

/** Fixed once the rifa is published. */
export function EndOfSalesFields({ isPublished }: { isPublished: boolean }) {
  const { register, control } = useFormContext<OptionFields>();
  const unsoldPolicy = useWatch({ control, name: 'unsoldPolicy' });
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-bold">Fim das vendas</legend>
      {isPublished && <p className="text-sm text-ink-soft">Declarado aos compradores: não muda mais.</p>}
      <Switch
        label="Esgotou, adianta o sorteio"
        hint="Para a próxima extração da Loteria Federal que deixe um dia de aviso."
        disabled={isPublished}
        {...register('drawsEarly')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Se vender pouco até a data">
          <Select disabled={isPublished} {...register('unsoldPolicy')}>
            <option value="draw">Sortear assim mesmo</option>
            <option value="postpone">Adiar 14 dias, até 2 vezes</option>
            <option value="refund">Cancelar e devolver o dinheiro</option>
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
