import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { toast } from 'sonner';
import { useAdminFlag } from '../../session/use-role.ts';
import { queries } from '../../api.ts';
import { isRefusal, sentenceFor } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';
import { EmptyState, FormError, Skeleton } from '../../ui/states.tsx';

/** Where an admin tells everybody something. */
export function AnnouncementTab() {
  const isAdmin = useAdminFlag();
  if (isAdmin === undefined) return <Skeleton className="h-64" />;
  if (isAdmin) return <AnnouncementForm />;
  return (
    <Card>
      <EmptyState icon="lock" title="Acesso restrito a administradores" />
    </Card>
  );
}

function AnnouncementForm() {
  const [title, setTitle] = useState('');
  const [message, setMessage] = useState('');
  const announce = useMutation(
    queries.notifications.announce.mutationOptions({
      onSuccess: () => {
        toast.success('Notificação enviada para todos os usuários.');
        setTitle('');
        setMessage('');
      },
      onError: (error) => {
        if (!isRefusal(error, 'BLANK_NOTIFICATION'))
          toast.error('Não foi possível enviar a notificação.', { description: sentenceFor(error) });
      },
    }),
  );

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    announce.mutate({ title, message });
  }

  return (
    <Card padded>
      <form noValidate onSubmit={send} className="grid gap-5">
        <h2 className="text-2xl">Notificação para todos</h2>
        <Field label="Título">
          <Input value={title} maxLength={120} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <Field label="Mensagem">
          <Textarea value={message} maxLength={1000} onChange={(event) => setMessage(event.target.value)} />
        </Field>
        <FormError>
          {isRefusal(announce.error, 'BLANK_NOTIFICATION') && sentenceFor(announce.error)}
        </FormError>
        <Button
          type="submit"
          className="justify-self-start"
          loading={announce.isPending}
          loadingText="Enviando..."
        >
          Enviar Notificação
        </Button>
      </form>
    </Card>
  );
}
