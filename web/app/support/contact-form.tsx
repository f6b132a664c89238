import type { ContactSubject } from '@mare/contract/support/support.ts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { SENDING_SHOWN_MS } from '@mare/domain/timings.ts';
import { queries } from '../api.ts';
import { errorMessage } from '../messages.ts';
import { readDraftTexts, saveTabDraft, useSavedTexts } from '../session/tab-draft.ts';
import { filled, looksLikeEmail } from '../ui/form/field-rules.ts';
import { Field, Input, Options, Select, Textarea } from '../ui/form/field.tsx';
import { unsentText } from '../ui/form/unsent-text.ts';
import { FormError } from '../ui/states.tsx';
import { WritingForm } from './tickets/writing-form.tsx';

interface ContactFields {
  name: string;
  email: string;
  subject: ContactSubject | '';
  message: string;
}

const EMPTY: ContactFields = { name: '', email: '', subject: '', message: '' };

const subjects: Record<ContactSubject, string> = {
  'duvida-rifa': 'Dúvida sobre rifa',
  'problema-pagamento': 'Problema com pagamento',
  afiliado: 'Programa de afiliados',
  premio: 'Prêmio',
  outro: 'Outro',
};

const DRAFT = 'contact';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** For visitors. Signed-in users open a ticket instead. */
export function ContactForm() {
  const form = useForm<ContactFields>({
    defaultValues: { ...EMPTY, ...readDraftTexts<ContactFields>(DRAFT) },
    mode: 'onTouched',
  });
  const { register, handleSubmit, formState, getValues, reset } = form;
  useSavedTexts(form, DRAFT);
  const send = useMutation({
    mutationFn: async (fields: ContactFields) => {
      const subject = fields.subject as ContactSubject;
      await Promise.all([queries.support.sendMessage.call({ ...fields, subject }), pause(SENDING_SHOWN_MS)]);
    },
    onSuccess: (_stored, sent) => {
      toast.success('Mensagem enviada!', { description: 'Responderemos em até 24 horas.' });
      const message = unsentText(getValues('message'), sent.message);
      reset({ ...EMPTY, message });
      saveTabDraft(DRAFT, message === '' ? null : { message });
    },
  });
  const { errors } = formState;
  return (
    <WritingForm
      title="Fale com a gente"
      action="Enviar Mensagem"
      sending={send.isPending}
      onSubmit={(event) => void handleSubmit((fields) => send.mutate(fields))(event)}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Nome" error={errors.name?.message}>
          <Input
            autoComplete="name"
            maxLength={120}
            {...register('name', { validate: filled('Diga como podemos chamar você.') })}
          />
        </Field>
        <Field label="E-mail" error={errors.email?.message}>
          <Input
            type="email"
            autoComplete="email"
            maxLength={255}
            {...register('email', {
              validate: (value) => looksLikeEmail(value) || 'Confira o e-mail, como nome@exemplo.com.',
              setValueAs: (value: string) => value.trim(),
            })}
          />
        </Field>
      </div>
      <Field label="Assunto" error={errors.subject?.message}>
        <Select {...register('subject', { validate: filled('Escolha um assunto.') })}>
          <option value="">Escolha um assunto</option>
          <Options labels={subjects} />
        </Select>
      </Field>
      <Field label="Mensagem" error={errors.message?.message}>
        <Textarea
          maxLength={5000}
          {...register('message', { validate: filled('Escreva a sua mensagem.') })}
        />
      </Field>
      <FormError>{send.isError && errorMessage(send.error)}</FormError>
    </WritingForm>
  );
}
