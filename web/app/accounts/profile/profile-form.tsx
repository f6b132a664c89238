import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type UseFormRegister, useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import type { Profile } from '@mare/contract/accounts.ts';
import { dateInMaceio, judgeBirthDate } from '@mare/domain/accounts/adulthood.ts';
import { METROPOLITAN_CITIES, STATES } from '@mare/domain/accounts/places.ts';
import { queries } from '../../api.ts';
import { cpfMask, phoneMask, validateCpf, validatePhone } from '../../checkout/customer-fields.ts';
import { sentenceFor } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { MaskedInput } from '../../ui/masked-input.tsx';
import { FormError } from '../account-card.tsx';
import { changesOf, fieldsOf, OTHER_CITY, type ProfileFields } from './profile-fields.ts';
import { authClient } from '../session.ts';

export function ProfileForm({ profile }: { profile: Profile }) {
  const { register, handleSubmit, formState, control } = useForm<ProfileFields>({
    defaultValues: fieldsOf(profile),
    mode: 'onTouched',
  });
  const cityChoice = useWatch({ control, name: 'cityChoice' });
  const save = useSaveProfile();
  const { errors } = formState;
  return (
    <Card padded>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => void handleSubmit((fields) => save.mutate(changesOf(fields)))(event)}
        onInput={() => save.reset()}
      >
        <Field label="Nome completo" error={errors.name?.message}>
          <Input
            autoComplete="name"
            maxLength={120}
            {...register('name', { validate: (name) => name.trim() !== '' || 'Nome é obrigatório' })}
          />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Telefone" optional error={errors.phone?.message}>
            <MaskedInput
              mask={phoneMask}
              type="tel"
              autoComplete="tel-national"
              field={register('phone', { validate: validatePhone })}
            />
          </Field>
          <Field label="CPF" optional error={errors.cpf?.message}>
            <MaskedInput
              mask={cpfMask}
              inputMode="numeric"
              field={register('cpf', { validate: validateCpf })}
            />
          </Field>
          <Field
            label="Data de nascimento"
            optional
            error={errors.birthDate?.message}
            hint="É preciso ter 18 anos ou mais."
          >
            <Input
              type="date"
              autoComplete="bday"
              {...register('birthDate', { validate: validateBirthDate })}
            />
          </Field>
          <Field
            label="Cidade onde você mora"
            optional
            hint="Cada rifa diz de quais cidades se pode participar."
          >
            <Select {...register('cityChoice')}>
              <option value="">Escolha a cidade</option>
              {METROPOLITAN_CITIES.map((city) => (
                <option key={city}>{city}</option>
              ))}
              <option value={OTHER_CITY}>Outra cidade</option>
            </Select>
          </Field>
          {cityChoice === OTHER_CITY && (
            <OtherCity
              register={register}
              cityError={errors.otherCity?.message}
              stateError={errors.otherState?.message}
            />
          )}
        </div>
        <FormError>{save.isError ? sentenceFor(save.error) : null}</FormError>
        <Button type="submit" size="lg" block loading={save.isPending} loadingText="Salvando...">
          Salvar
        </Button>
      </form>
    </Card>
  );
}

interface OtherCityProps {
  register: UseFormRegister<ProfileFields>;
  cityError: string | undefined;
  stateError: string | undefined;
}

function OtherCity({ register, cityError, stateError }: OtherCityProps) {
  return (
    <>
      <Field label="Nome da cidade" error={cityError}>
        <Input
          autoComplete="address-level2"
          maxLength={80}
          {...register('otherCity', { validate: (city) => city.trim() !== '' || 'Informe a cidade.' })}
        />
      </Field>
      <Field label="Estado" error={stateError}>
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

function validateBirthDate(birthDate: string): true | string {
  if (birthDate === '') return true;
  const judgement = judgeBirthDate(birthDate, dateInMaceio(new Date()));
  if (judgement === 'impossible') return 'Confira a data de nascimento.';
  return judgement === 'adult' || 'É preciso ter 18 anos ou mais para participar.';
}

function useSaveProfile() {
  const cache = useQueryClient();
  return useMutation(
    queries.accounts.updateProfile.mutationOptions({
      onSuccess: async (profile) => {
        cache.setQueryData(queries.accounts.me.queryKey(), profile);
        toast.success('Dados salvos!');
        // The session carries the name, too.
        await (await authClient()).refreshSession();
      },
    }),
  );
}
