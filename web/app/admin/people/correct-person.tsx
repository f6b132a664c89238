import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import type { Person } from '@mare/contract/admin/people-admin.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { validatePhone } from '../../ui/form/person-fields.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { FormError } from '../../ui/states.tsx';
import { ContactFields } from './contact-fields.tsx';
import { ReasonField } from './reason-field.tsx';

/** Corrects a buyer's name, e-mail or phone. */
export function CorrectPerson({ person }: { person: Person }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        Corrigir dados
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Corrigir nome e contato"
        description="Confira antes que é mesmo a pessoa. Quando o e-mail ou o telefone muda, o endereço antigo e o novo recebem um e-mail com um link que desfaz a mudança em 48 horas. Um e-mail novo encerra todas as sessões e precisa ser confirmado."
      >
        <CorrectionForm person={person} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function CorrectionForm({ person, onDone }: { person: Person; onDone: () => void }) {
  // What the form was filled with; a later read of the person must not replace it, or a change in between is lost.
  const [{ id, name, email, phone }] = useState(person);
  const client = useQueryClient();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      name: name ?? '',
      email: email ?? '',
      phone: phone ? formatPhone(phone) : '',
      reason: '',
    },
  });
  const correct = useMutation(
    queries.accounts.correctContact.mutationOptions({
      onSuccess: async () => {
        toast.success('Dados corrigidos!');
        onDone();
        await client.invalidateQueries({ queryKey: queries.admin.key() });
      },
    }),
  );
  const submit = handleSubmit((typed) => {
    const digits = typed.phone.replaceAll(/\D/g, '');
    // An unchanged phone keeps its country code.
    const isSame = phone !== null && typed.phone === formatPhone(phone);
    correct.mutate({
      id,
      before: { name, email, phone },
      name: typed.name.trim(),
      email: typed.email.trim(),
      phone: isSame ? phone : digits || null,
      reason: typed.reason,
    });
  });
  const { errors } = formState;
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label="Nome">
        <Input required minLength={2} maxLength={120} autoComplete="off" {...register('name')} />
      </Field>
      <ContactFields
        email={register('email')}
        phone={register('phone', { validate: validatePhone })}
        phoneError={errors.phone?.message}
      />
      <ReasonField
        label="Como você conferiu"
        error={errors.reason?.message}
        {...register('reason', {
          validate: (reason) => reason.trim() !== '' || 'Escreva o motivo em poucas palavras.',
        })}
      />
      {correct.isError && <FormError>{errorMessage(correct.error)}</FormError>}
      <Button type="submit" block loading={correct.isPending}>
        Corrigir
      </Button>
    </form>
  );
}
