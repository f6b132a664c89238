import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormProvider } from 'react-hook-form';
import { toast } from 'sonner';
import type { Profile } from '@mare/contract/accounts/accounts.ts';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { errorMessage, isApiError } from '../../messages.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { useStoredForm } from '../../ui/form/stored/use-stored-form.ts';
import { FormError } from '../../ui/states.tsx';
import { changesOf, profileFieldsOf } from './profile-fields.ts';
import { PhoneAndCpfFields } from './phone-and-cpf-fields.tsx';
import { ResidenceFields } from './residence-fields.tsx';
import { authClient } from '../../session/session.ts';

export function ProfileForm({ profile }: { profile: Profile }) {
  const { form, startSave, markSaved } = useStoredForm(profile, profileFieldsOf, { mode: 'onTouched' });
  const { register, handleSubmit, formState } = form;
  const save = useSaveProfile();
  const { errors } = formState;
  const submit = handleSubmit((fields) =>
    save.mutate(changesOf(fields, startSave()), { onSuccess: () => markSaved(fields) }),
  );
  return (
    <Card padded>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => void submit(event)}
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
          <FormProvider {...form}>
            <PhoneAndCpfFields />
            <ResidenceFields />
          </FormProvider>
        </div>
        <FormError>{save.isError ? errorMessage(save.error) : null}</FormError>
        {isApiError(save.error, 'PERSON_CONFLICT') && (
          <LinkButton variant="outline" size="sm" className="justify-self-start" to={links.support()}>
            Falar com o suporte
          </LinkButton>
        )}
        <Button type="submit" size="lg" block loading={save.isPending} loadingText="Salvando...">
          Salvar
        </Button>
      </form>
    </Card>
  );
}

function useSaveProfile() {
  const cache = useQueryClient();
  return useMutation(
    queries.accounts.updateProfile.mutationOptions({
      onSuccess: async (profile) => {
        cache.setQueryData(queries.accounts.me.queryKey(), profile);
        toast.success('Dados salvos!');
        // The access token contains the name.
        await (await authClient()).refreshSession();
      },
    }),
  );
}
