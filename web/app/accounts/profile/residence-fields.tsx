import { useFormContext, useWatch } from 'react-hook-form';
import { checkBirthDate } from '@mare/domain/accounts/adulthood.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import { METROPOLITAN_CITIES, STATES } from '@mare/domain/accounts/places.ts';
import { Field, Input, Select } from '../../ui/form/field.tsx';
import { MaskedInput } from '../../ui/form/masked-input.tsx';
import { dateMask, readTypedDate } from '../../ui/form/parsing/typed-date.ts';
import { OTHER_CITY, type Residence } from './residence.ts';

const BOTH = { birthDate: true, city: true };

interface ResidenceFieldsProps {
  /** Fields to show. */
  fields?: { birthDate: boolean; city: boolean };
  required?: boolean;
}

/** Date of birth and city of a surrounding form of `Residence`; fills two columns of its grid. */
export function ResidenceFields({ fields = BOTH, required }: ResidenceFieldsProps) {
  const { register, formState, control } = useFormContext<Residence>();
  const cityChoice = useWatch({ control, name: 'cityChoice' });
  const { errors } = formState;
  return (
    <>
      {fields.birthDate && (
        <Field
          label="Data de nascimento"
          optional={!required}
          error={errors.birthDate?.message}
          hint="É preciso ter 18 anos ou mais."
        >
          <MaskedInput
            mask={dateMask}
            inputMode="numeric"
            placeholder="DD/MM/AAAA"
            autoComplete="bday"
            field={register('birthDate', { validate: (date) => validateBirthDate(date, required) })}
          />
        </Field>
      )}
      {fields.city && (
        <Field
          label="Cidade onde você mora"
          optional={!required}
          error={errors.cityChoice?.message}
          hint="Cada rifa diz quais cidades podem participar."
        >
          <Select
            {...register('cityChoice', {
              validate: (city) => !required || city !== '' || 'Informe a cidade.',
            })}
          >
            <option value="">Escolha a cidade</option>
            {METROPOLITAN_CITIES.map((city) => (
              <option key={city}>{city}</option>
            ))}
            <option value={OTHER_CITY}>Outra cidade</option>
          </Select>
        </Field>
      )}
      {fields.city && cityChoice === OTHER_CITY && <OtherCity />}
    </>
  );
}

function OtherCity() {
  const { register, formState } = useFormContext<Residence>();
  const { errors } = formState;
  return (
    <>
      <Field label="Nome da cidade" error={errors.otherCity?.message}>
        <Input
          autoComplete="address-level2"
          maxLength={80}
          {...register('otherCity', { validate: (city) => city.trim() !== '' || 'Informe a cidade.' })}
        />
      </Field>
      <Field label="Estado" error={errors.otherState?.message}>
        <Select
          autoComplete="address-level1"
          {...register('otherState', { validate: (state) => state !== '' || 'Informe o estado.' })}
        >
          <option value="">Escolha o estado</option>
          {STATES.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </Select>
      </Field>
    </>
  );
}

function validateBirthDate(typed: string, required = false): true | string {
  if (typed === '') return !required || 'Informe a data de nascimento.';
  const birthDate = readTypedDate(typed);
  const result = birthDate === null ? 'impossible' : checkBirthDate(birthDate, dateInMaceio(new Date()));
  if (result === 'impossible') return 'Confira a data de nascimento: dia, mês e ano, como 04/11/1992.';
  return result === 'adult' || 'É preciso ter 18 anos ou mais para participar.';
}
