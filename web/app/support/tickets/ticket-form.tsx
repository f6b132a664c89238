import type { TicketPriority } from '@mare/domain/support/response-due.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { formatDateTime } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { filled } from '../../ui/form/field-rules.ts';
import { Field, Input, Options, Select, Textarea } from '../../ui/form/field.tsx';
import { priorityLabels } from './ticket-labels.ts';
import { WritingForm } from './writing-form.tsx';

interface TicketFields {
  subject: string;
  message: string;
  priority: TicketPriority;
}

export function TicketForm() {
  const client = useQueryClient();
  const { register, handleSubmit, formState, reset } = useForm<TicketFields>({
    defaultValues: { subject: '', message: '', priority: 'normal' },
    mode: 'onTouched',
  });
  const open = useMutation(
    queries.support.openTicket.mutationOptions({
      onSuccess: (ticket) => {
        toast.success('Ticket criado!', {
          description: `Respondemos até ${formatDateTime(ticket.slaResponseDue)}.`,
        });
        reset();
        return client.invalidateQueries({ queryKey: queries.support.myTickets.key() });
      },
      onError: (error) =>
        toast.error('Não foi possível enviar o ticket.', { description: errorMessage(error) }),
    }),
  );
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
      <Field label="Mensagem" error={errors.message?.message}>
        <Textarea maxLength={5000} {...register('message', { validate: filled('Conte o que aconteceu.') })} />
      </Field>
    </WritingForm>
  );
}
