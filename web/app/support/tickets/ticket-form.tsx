import type { TicketPriority } from '@mare/domain/support/response-due.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { formatDateTime } from '../../format.ts';
import { links } from '../../links.ts';
import { errorMessage, isApiError } from '../../messages.ts';
import { readDraftTexts, saveTabDraft, useSavedTexts } from '../../session/tab-draft.ts';
import { filled } from '../../ui/form/field-rules.ts';
import { Field, Input, Options, Select, Textarea } from '../../ui/form/field.tsx';
import { unsentText } from '../../ui/form/unsent-text.ts';
import type { ContinuedReply } from './closed-note.tsx';
import { useTicketDraftName } from './ticket-draft.ts';
import { ACCEPTED_FILES, validateTicketFile } from './ticket-files.ts';
import { priorityLabels } from './ticket-labels.ts';
import { useContinuedReply } from './use-continued-reply.ts';
import { WritingForm } from './writing-form.tsx';

interface TicketFields {
  subject: string;
  message: string;
  priority: TicketPriority;
  files?: FileList;
}

/** The ticket exists already: a rejected file can be sent again in its conversation. @returns the error message, or null */
async function attach(id: string, file: File): Promise<string | null> {
  try {
    await queries.support.attach.call({ id, file });
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

export function TicketForm() {
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const orderReference = search.get('pedido') ?? undefined;
  const draftName = useTicketDraftName('new');
  const form = useForm<TicketFields>({
    defaultValues: {
      subject: orderReference ? 'Sobre um pedido meu' : '',
      message: '',
      priority: 'normal',
      ...readDraftTexts<TicketFields>(draftName),
    },
    mode: 'onTouched',
  });
  const { register, handleSubmit, formState, getValues, reset, setFocus, setValue } = form;
  useSavedTexts(form, draftName);
  useContinuedReply(
    useCallback(
      ({ subject, message }: ContinuedReply) => {
        setValue('subject', subject);
        setValue('message', [getValues('message'), message].filter(Boolean).join('\n\n'));
        setFocus('message');
      },
      [getValues, setFocus, setValue],
    ),
  );
  const open = useMutation({
    mutationFn: async ({ files, ...fields }: TicketFields) => {
      const ticket = await queries.support.openTicket.call({ ...fields, orderReference });
      const file = files?.[0];
      return { ticket, fileProblem: file ? await attach(ticket.id, file) : null };
    },
    onSuccess: ({ ticket, fileProblem }, sent) => {
      toast.success('Ticket criado!', {
        description: `Respondemos até ${formatDateTime(ticket.slaResponseDue)}.`,
      });
      // After the other, and so above it.
      if (fileProblem)
        toast.error('Seu ticket foi aberto, mas sem o arquivo.', {
          description: `${fileProblem} Em ‘Ver conversa’ dá para enviar outro.`,
        });
      const message = unsentText(getValues('message'), sent.message);
      // `reset` leaves the chosen file in its field.
      setValue('files', undefined);
      reset({ subject: '', message, priority: 'normal' });
      saveTabDraft(draftName, message === '' ? null : { message });
      if (orderReference) setSearch({}, { replace: true, preventScrollReset: true });
      return client.invalidateQueries({ queryKey: queries.support.myTickets.key() });
    },
    onError: (error) => {
      const isOrderUnknown = orderReference !== undefined && isApiError(error, 'NOT_FOUND');
      if (isOrderUnknown) setSearch({}, { replace: true, preventScrollReset: true });
      toast.error('Não foi possível enviar o ticket.', {
        description: isOrderUnknown
          ? 'O pedido do link não é desta conta. Envie de novo, e a mensagem vai sem ele.'
          : errorMessage(error),
      });
    },
  });
  const { errors } = formState;
  return (
    <WritingForm
      title="Novo ticket"
      action="Enviar Ticket"
      sending={open.isPending}
      onSubmit={(event) => void handleSubmit((fields) => open.mutate(fields))(event)}
    >
      <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
        <Field label="Assunto" error={errors.subject?.message}>
          <Input
            maxLength={200}
            {...register('subject', { validate: filled('Diga em poucas palavras do que se trata.') })}
          />
        </Field>
        <Field label="Prioridade" hint="A equipe confere e decide.">
          <Select {...register('priority')}>
            <Options labels={priorityLabels} />
          </Select>
        </Field>
      </div>
      {orderReference && (
        <p className="text-ink-soft">
          A equipe vê junto{' '}
          <Link to={links.order(orderReference)} className="text-link">
            o seu pedido
          </Link>
          .
        </p>
      )}
      <Field label="Mensagem" error={errors.message?.message}>
        <Textarea maxLength={5000} {...register('message', { validate: filled('Conte o que aconteceu.') })} />
      </Field>
      <Field
        label="Foto ou PDF"
        optional
        hint="Um comprovante, por exemplo. Só você e a equipe veem."
        error={errors.files?.message}
      >
        <Input type="file" accept={ACCEPTED_FILES} {...register('files', { validate: validateTicketFile })} />
      </Field>
    </WritingForm>
  );
}
