import { useForm, useWatch } from 'react-hook-form';
import type { DeskQueue, QuickReply } from '@mare/contract/support/desk-tickets.ts';
import { hasActs } from '@mare/domain/support/macro.ts';
import { findUnknownVariables, QUICK_REPLY_VARIABLES } from '@mare/domain/support/quick-reply.ts';
import { Button } from '../../../ui/button.tsx';
import { filled } from '../../../ui/form/field-rules.ts';
import { Field, Input, Textarea } from '../../../ui/form/field.tsx';
import { ActFields, type ReplyFields, toActs, toFields } from './act-fields.tsx';

interface QuickReplyFormProps {
  reply: QuickReply;
  staff: DeskQueue['staff'];
  saving: boolean;
  onSave: (reply: QuickReply) => void;
  onBack: () => void;
}

/** Name, text and actions of a quick reply; with actions it is a macro, which needs no text. */
export function QuickReplyForm({ reply, staff, saving, onSave, onBack }: QuickReplyFormProps) {
  const { register, handleSubmit, formState, control } = useForm<ReplyFields>({
    defaultValues: { title: reply.title, body: reply.body, ...toFields(reply.acts) },
    mode: 'onTouched',
  });
  const assignee = useWatch({ control, name: 'assignee' });
  const { errors } = formState;
  const submit = handleSubmit(({ title, body, ...acts }) =>
    onSave({ id: reply.id, title, body, acts: toActs(acts) as QuickReply['acts'] }),
  );
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="Nome" hint="Como a equipe acha o texto na lista." error={errors.title?.message}>
        <Input maxLength={80} {...register('title', { validate: filled('Dê um nome curto.') })} />
      </Field>
      <Field
        label="Texto"
        hint={
          <>
            Entre chaves, o que muda em cada conversa:{' '}
            {Object.entries(QUICK_REPLY_VARIABLES)
              .map(([name, meaning]) => `{${name}} (${meaning})`)
              .join(', ')}
            .
          </>
        }
        error={errors.body?.message}
      >
        <Textarea
          rows={6}
          maxLength={5000}
          {...register('body', {
            validate: {
              filled: (text, acts) =>
                hasActs(toActs(acts)) || filled('Escreva o texto, ou escolha abaixo o que muda.')(text),
              known: (text) => {
                const [unknown] = findUnknownVariables(text);
                return unknown === undefined || `{${unknown}} não existe: use as da lista acima.`;
              },
            },
          })}
        />
      </Field>
      <ActFields register={register} staff={staff} assignee={assignee} tagsError={errors.tags?.message} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={saving}>
          Guardar
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Voltar
        </Button>
      </div>
    </form>
  );
}
