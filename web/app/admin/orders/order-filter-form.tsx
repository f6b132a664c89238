import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { UnreadPart } from '../lists/unread-part.tsx';
import { queries } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateInput } from '../../ui/form/date-input.tsx';
import { Field, Input, Options, Select } from '../../ui/form/field.tsx';
import { centavosText, parseCentavos } from '../../ui/form/parsing/typed-reais.ts';
import { channelChoices, methodChoices, statusChoices, type WrittenFilters } from './order-filters.ts';

interface OrderFilterFormProps {
  filters: WrittenFilters;
  onApply: (filters: WrittenFilters) => void;
}

const reaisOf = (centavos: string) => centavosText(centavos === '' ? null : Number(centavos));
const isAmount = (text: string) => text.trim() === '' || parseCentavos(text) !== null;
const AMOUNT = 'Escreva um valor, como 25,00.';

/** All filters besides the search. */
export function OrderFilterForm({ filters, onApply }: OrderFilterFormProps) {
  const choices = useQuery(queries.admin.orders.choices.queryOptions());
  const { register, handleSubmit, formState } = useForm({
    // Includes values of another search: the form stays mounted and keeps the focus.
    values: {
      ...filters,
      minCentavos: reaisOf(filters.minCentavos),
      maxCentavos: reaisOf(filters.maxCentavos),
    },
  });
  const { errors } = formState;
  const apply = handleSubmit(({ minCentavos, maxCentavos, ...written }) =>
    onApply({
      ...written,
      minCentavos: String(parseCentavos(minCentavos) ?? ''),
      maxCentavos: String(parseCentavos(maxCentavos) ?? ''),
    }),
  );
  const rifas = Object.fromEntries((choices.data?.rifas ?? []).map(({ id, title }) => [id, title]));
  // A tag of a saved view may have lost its orders.
  const tagNames = [...(choices.data?.tags ?? []).map(({ name }) => name), filters.tag].filter(Boolean);
  const tags = Object.fromEntries(tagNames.map((name) => [name, name]));
  return (
    <Card padded>
      <UnreadPart query={choices} title="Não foi possível carregar as rifas e as etiquetas." />
      <form onSubmit={(event) => void apply(event)} className="grid gap-4" aria-label="Filtros">
        <div className="grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2 xl:grid-cols-3">
          <Field label="De">
            <DateInput {...register('from')} />
          </Field>
          <Field label="Até">
            <DateInput {...register('to')} />
          </Field>
          <Field label="Rifa">
            <Select key={choices.data ? 'all' : 'none'} {...register('rifaId')}>
              <option value="">Todas</option>
              <Options labels={rifas} />
            </Select>
          </Field>
          <Field label="Situação">
            <Select {...register('status')}>
              <option value="">Todas</option>
              <Options labels={statusChoices} />
            </Select>
          </Field>
          <Field label="Meio de pagamento">
            <Select {...register('method')}>
              <option value="">Todos</option>
              <Options labels={methodChoices} />
            </Select>
          </Field>
          <Field label="Canal">
            <Select {...register('channel')}>
              <option value="">Todos</option>
              <Options labels={channelChoices} />
            </Select>
          </Field>
          <Field label="Valor mínimo (R$)" error={errors.minCentavos?.message}>
            <Input
              inputMode="decimal"
              {...register('minCentavos', { validate: (v) => isAmount(v) || AMOUNT })}
            />
          </Field>
          <Field label="Valor máximo (R$)" error={errors.maxCentavos?.message}>
            <Input
              inputMode="decimal"
              {...register('maxCentavos', { validate: (v) => isAmount(v) || AMOUNT })}
            />
          </Field>
          <Field label="Cupom">
            <Input maxLength={40} autoCapitalize="characters" {...register('coupon')} />
          </Field>
          <Field label="Etiqueta">
            <Select key={choices.data ? 'all' : 'none'} {...register('tag')}>
              <option value="">Todas</option>
              <Options labels={tags} />
            </Select>
          </Field>
          <Field label="Código do afiliado">
            <Input maxLength={40} autoCapitalize="characters" {...register('affiliate')} />
          </Field>
        </div>
        <Button type="submit" variant="secondary" size="sm" className="justify-self-start">
          Filtrar
        </Button>
      </form>
    </Card>
  );
}
