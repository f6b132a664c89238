import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { useFocusNextRow } from '../../../../ui/focus/use-focus-next-row.ts';
import { Field, Input } from '../../../../ui/form/field.tsx';
import { digitsOf, filterInput } from '../../../../ui/form/field-rules.ts';
import { isUnreadable, type OptionFields } from '../option-fields.ts';

/** Cotas premiadas of a draft rifa. */
export function InstantPrizeFields() {
  const { register, control } = useFormContext<OptionFields>();
  const { fields, append, remove } = useFieldArray({ control, name: 'instantPrizes' });
  const rows = useFocusNextRow<HTMLDivElement>();
  const prizes = useWatch({ control, name: 'instantPrizes' });
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-bold">Cotas premiadas</legend>
      <p className="text-sm text-ink-soft">
        Prêmios escondidos em números que ninguém conhece ao publicar: uma semente secreta e um sorteio
        público de depois decidem quais são. Os compradores não escolhem números, e nada muda depois.
      </p>
      <div ref={rows} className="contents">
        {fields.map((field, index) => (
          <div
            key={field.id}
            tabIndex={-1}
            className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 sm:grid-cols-[1fr_9rem_7rem_auto]"
          >
            <Field label="Prêmio" className="col-span-3 sm:col-span-1">
              <Input
                maxLength={120}
                placeholder="Pix de R$ 100"
                {...register(`instantPrizes.${index}.name`)}
              />
            </Field>
            <Field
              label="Valor em reais"
              error={isUnreadable(prizes[index] ?? field) ? 'Confira o valor.' : undefined}
            >
              <Input inputMode="decimal" maxLength={12} {...register(`instantPrizes.${index}.value`)} />
            </Field>
            <Field label="Quantas">
              <Input
                inputMode="numeric"
                maxLength={3}
                {...filterInput(register(`instantPrizes.${index}.count`), digitsOf)}
              />
            </Field>
            <IconButton
              icon="trash"
              label={`Remover o prêmio ${index + 1}`}
              className="mt-7"
              onClick={() => remove(index)}
            />
          </div>
        ))}
      </div>
      <Button
        variant="outline"
        size="sm"
        icon="plus"
        className="justify-self-start"
        onClick={() => append({ name: '', value: '', count: '1' }, { shouldFocus: false })}
      >
        Adicionar cota premiada
      </Button>
    </fieldset>
  );
}
