import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { DeskQueue, QuickReply } from '@mare/contract/support/desk-tickets.ts';
import { hasActs } from '@mare/domain/support/macro.ts';
import { queries } from '../../../api.ts';
import { errorMessage } from '../../../messages.ts';
import { type AdminQuery, QueryState } from '../../../admin/lists/query-state.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { useFocusNext } from '../../../ui/focus/use-focus-next.ts';
import { describeActs } from './act-labels.ts';
import { QuickReplyForm } from './quick-reply-form.tsx';

interface QuickReplyDialogProps {
  open: boolean;
  onClose: () => void;
  replies: AdminQuery & { data: QuickReply[] | undefined };
  staff: DeskQueue['staff'];
}

/** The quick replies and macros of the team, to add, change and delete. */
export function QuickReplyDialog({ open, onClose, replies, staff }: QuickReplyDialogProps) {
  const [edited, setEdited] = useState<QuickReply | null>(null);
  const cache = useQueryClient();
  const settled = {
    onSuccess: (saved: QuickReply[]) => {
      cache.setQueryData(queries.desk.quickReplies.queryKey(), saved);
      setEdited(null);
    },
    onError: (error: Error) => toast.error('Não foi possível salvar.', { description: errorMessage(error) }),
  };
  // Moves focus: the form replaces the list, and a deleted reply disappears with its button.
  const shell = useFocusNext<HTMLDivElement>(`${edited?.id} ${replies.data?.length}`);
  const save = useMutation(queries.desk.saveQuickReply.mutationOptions(settled));
  const remove = useMutation(queries.desk.deleteQuickReply.mutationOptions(settled));
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Respostas rápidas"
      description="Textos que toda a equipe usa. Com o que muda no ticket, são macros."
    >
      <div ref={shell}>
        {edited ? (
          <QuickReplyForm
            key={edited.id}
            reply={edited}
            staff={staff}
            saving={save.isPending}
            onSave={(reply) => save.mutate(reply, { onSuccess: () => toast.success('Resposta guardada.') })}
            onBack={() => setEdited(null)}
          />
        ) : (
          <div className="grid gap-4">
            <QueryState query={replies} title="Não foi possível carregar as respostas." />
            {replies.data?.length === 0 && (
              <p className="text-ink-soft">Nenhuma ainda. Comece pela pergunta mais comum.</p>
            )}
            <ul className="grid gap-3">
              {replies.data?.map((reply) => (
                <li key={reply.id} className="grid gap-2 rounded-md bg-sunken p-3">
                  <strong className="wrap-anywhere">{reply.title}</strong>
                  {reply.body && <span className="wrap-anywhere whitespace-pre-wrap">{reply.body}</span>}
                  {hasActs(reply.acts) && (
                    <span className="text-sm wrap-anywhere text-ink-soft">
                      {describeActs(reply.acts, staff)}
                    </span>
                  )}
                  <span className="flex flex-wrap gap-2">
                    <Button variant="outline" size="sm" onClick={() => setEdited(reply)}>
                      Mudar<span className="sr-only"> {reply.title}</span>
                    </Button>
                    <Button
                      variant="quiet"
                      size="sm"
                      loading={remove.isPending && remove.variables.id === reply.id}
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
                      Apagar<span className="sr-only"> {reply.title}</span>
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
            <Button
              variant="secondary"
              className="justify-self-start"
              onClick={() => setEdited({ id: crypto.randomUUID(), title: '', body: '', acts: {} })}
            >
              Nova resposta rápida
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
