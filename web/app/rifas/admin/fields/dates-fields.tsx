import { useFormContext } from 'react-hook-form';
import { STATES } from '@mare/domain/accounts/places.ts';
import { DateInput } from '../../../ui/form/date-input.tsx';
import { Field, Select, Textarea } from '../../../ui/form/field.tsx';
import { DrawDateField } from './draw-date-field.tsx';
import type { RifaFields } from './rifa-fields.ts';

export function DatesFields({ isPublished }: { isPublished: boolean }) {
  const { register } = useFormContext<RifaFields>();
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <DrawDateField />
      {!isPublished && (
        <Field label="Abertura das vendas" optional hint="Para agendar: a rifa abre sozinha nesta hora.">
          <DateInput withTime {...register('salesStart')} />
        </Field>
      )}
      <Field label="Cidades que podem participar" hint="Uma por linha." className="sm:col-span-2">
        <Textarea rows={6} {...register('eligibleCities')} />
      </Field>
      <Field label="Estado dessas cidades" hint="Separa cidades de mesmo nome: Pilar (AL) de Pilar (PB).">
        <Select {...register('eligibleState')}>
          {STATES.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
