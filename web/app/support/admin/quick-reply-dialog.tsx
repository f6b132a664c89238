import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import type { QuickReply } from '@mare/contract/support/desk.ts';
import { findUnknownVariables, QUICK_REPLY_VARIABLES } from '@mare/domain/support/quick-reply.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { filled } from '../../ui/form/field-rules.ts';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';

interface QuickReplyDialogProps {
  open: boolean;
  onClose: () => void;
  replies: QuickReply[];
}

/** The quick replies of the team, to add, change and delete. */
export function QuickReplyDialog({ open, onClose, replies }: QuickReplyDialogProps) {
  const [edited, setEdited] = useState<QuickReply | null>(null);
  const cache = useQueryClient();
  const settled = {
    onSuccess: (saved: QuickReply[]) => {
      cache.setQueryData(queries.desk.quickReplies.queryKey(), saved);
      setEdited(null);
    },
    onError: (error: Error) => toast.error('Não foi possível salvar.', { description: errorMessage(error) }),
  };
  const save = useMutation(queries.desk.saveQuickReply.mutationOptions(settled));
  const remove = useMutation(queries.desk.deleteQuickReply.mutationOptions(settled));
  return (
    <Dialog
      open={open}
      onOpenChange={(wanted) => !wanted && onClose()}
      title="Respostas rápidas"
      description="Textos que toda a equipe usa nas respostas."
    >
      {edited ? (
        <QuickReplyForm
          key={edited.id}
          reply={edited}
          saving={save.isPending}
          onSave={(reply) => save.mutate(reply)}
          onBack={() => setEdited(null)}
        />
      ) : (
        <div className="grid gap-4">
          {replies.length === 0 && (
            <p className="text-ink-soft">Nenhuma ainda. Comece pela pergunta mais comum.</p>
          )}
          <ul className="grid gap-3">
            {replies.map((reply) => (
              <li key={reply.id} className="grid gap-2 rounded-md bg-sunken p-3">
                <strong className="wrap-anywhere">{reply.title}</strong>
                <span className="wrap-anywhere whitespace-pre-wrap">{reply.body}</span>
                <span className="flex flex-wrap gap-2">
                  <Button variant="outline" size="sm" onClick={() => setEdited(reply)}>
                    Mudar
                  </Button>
                  <Button
                    variant="quiet"
                    size="sm"
                    disabled={remove.isPending}
                    onClick={() =>
                      remove.mutate(
                        { id: reply.id },
                        {
                          onSuccess: () =>
                            toast.success('Resposta apagada.', {
                              action: { label: 'Desfazer', onClick: () => save.mutate(reply) },
                            }),
                        },
                      )
                    }
                  >
                    Apagar
                  </Button>
                </span>
              </li>
            ))}
          </ul>
          <Button
            variant="secondary"
            className="justify-self-start"
            onClick={() => setEdited({ id: crypto.randomUUID(), title: '', body: '' })}
          >
            Nova resposta rápida
          </Button>
        </div>
      )}
    </Dialog>
  );
}

interface QuickReplyFormProps {
  reply: QuickReply;
  saving: boolean;
  onSave: (reply: QuickReply) => void;
  onBack: () => void;
}

function QuickReplyForm({ reply, saving, onSave, onBack }: QuickReplyFormProps) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { title: reply.title, body: reply.body },
    mode: 'onTouched',
  });
  const { errors } = formState;
  const submit = handleSubmit((fields) => onSave({ id: reply.id, ...fields }));
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
              filled: filled('Escreva o texto da resposta.'),
              known: (text) => {
                const [unknown] = findUnknownVariables(text);
                return unknown === undefined || `{${unknown}} não existe: use as da lista acima.`;
              },
            },
          })}
        />
      </Field>
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
