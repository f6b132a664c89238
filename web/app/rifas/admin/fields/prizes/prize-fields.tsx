import { useFieldArray, useFormContext } from 'react-hook-form';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Field, Input, Select } from '../../../../ui/form/field.tsx';
import { useFocusNextRow } from '../../../../ui/focus/use-focus-next-row.ts';
import { PictureField } from '../pictures/picture-field.tsx';
import { NO_PRIZE, type RifaFields } from '../rifa-fields.ts';
import { ServiceFields } from './service-fields.tsx';
import { parseCentavos } from '../../../../ui/form/parsing/typed-reais.ts';

const MAX_PRIZES = 20;

/**
 * The prizes in order of position.
 * @param isPublished only descriptions may change
 */
export function PrizeFields({ isPublished }: { isPublished: boolean }) {
  const { control } = useFormContext<RifaFields>();
  const prizes = useFieldArray({ control, name: 'prizes' });
  const list = useFocusNextRow<HTMLOListElement>();
  return (
    <div className="grid gap-6">
      <ol ref={list} className="grid gap-6">
        {prizes.fields.map((field, index) => (
          <li
            key={field.id}
            tabIndex={-1}
            className="grid gap-4 rounded-lg border border-line bg-sunken/40 p-4"
          >
            <div className="flex items-center gap-1">
              <h3 className="grow text-lg">{index + 1}º prêmio</h3>
              <IconButton
                icon="chevronDown"
                label={`Mover o ${index + 1}º prêmio para cima`}
                className="rotate-180"
                disabled={index === 0 || isPublished}
                onClick={() => prizes.move(index, index - 1)}
              />
              <IconButton
                icon="trash"
                label={`Remover o ${index + 1}º prêmio`}
                disabled={isPublished}
                onClick={() => prizes.remove(index)}
              />
            </div>
            <OnePrize index={index} isPublished={isPublished} />
          </li>
        ))}
      </ol>
      <Button
        variant="outline"
        size="sm"
        icon="plus"
        className="justify-self-start"
        disabled={isPublished || prizes.fields.length >= MAX_PRIZES}
        onClick={() => prizes.append(NO_PRIZE)}
      >
        Adicionar prêmio
      </Button>
    </div>
  );
}

function OnePrize({ index, isPublished }: { index: number; isPublished: boolean }) {
  const { register, watch, setValue, formState } = useFormContext<RifaFields>();
  const errors = formState.errors.prizes?.[index];
  const type = watch(`prizes.${index}.prizeType`);
  const isCash = type === 'cash';
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <fieldset disabled={isPublished} className="contents">
        <Field label="Nome do prêmio" error={errors?.name?.message} className="sm:col-span-2">
          <Input
            maxLength={120}
            {...register(`prizes.${index}.name`, {
              validate: (name) => name.trim() !== '' || 'Diga qual é o prêmio, ou remova-o.',
            })}
          />
        </Field>
      </fieldset>
      <Field label="Descrição" optional className="sm:col-span-2">
        <Input maxLength={500} {...register(`prizes.${index}.description`)} />
      </Field>
      <fieldset disabled={isPublished} className="contents">
        <Field
          label={isCash ? 'Valor do prêmio, antes do imposto' : 'Valor em reais'}
          optional={!isCash}
          error={errors?.value?.message}
        >
          <Input
            inputMode="decimal"
            {...register(`prizes.${index}.value`, {
              validate: (value, { prizes }) => {
                const isEmpty = value.trim() === '';
                if (prizes[index]?.prizeType === 'cash')
                  return Boolean(parseCentavos(value)) || 'Diga quanto é o prêmio.';
                return isEmpty || parseCentavos(value) !== null || 'Confira o valor.';
              },
            })}
          />
        </Field>
        <Field label="Tipo">
          <Select {...register(`prizes.${index}.prizeType`)}>
            <option value="product">Produto</option>
            <option value="service">Serviço</option>
            <option value="cash">Dinheiro</option>
          </Select>
        </Field>
        {type === 'service' && <ServiceFields index={index} />}
        <div className="sm:col-span-2">
          <PictureField
            label={`Imagem do ${index + 1}º prêmio`}
            optional
            image={watch(`prizes.${index}.image`)}
            onChange={(image) => setValue(`prizes.${index}.image`, image, { shouldDirty: true })}
          />
        </div>
      </fieldset>
    </div>
  );
}
