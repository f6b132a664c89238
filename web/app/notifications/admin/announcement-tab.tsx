import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { useAdminFlag } from '../../session/use-role.ts';
import { queries } from '../../api.ts';
import { isApiError, errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';
import { unsentText } from '../../ui/form/unsent-text.ts';
import { EmptyState, FormError, Skeleton } from '../../ui/states.tsx';

/** Sends a notification to every user. */
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
  const { register, handleSubmit, getValues, reset } = useForm({ defaultValues: { title: '', message: '' } });
  const announce = useMutation(
    queries.notifications.announce.mutationOptions({
      onSuccess: (_sent, { message }) => {
        toast.success('Notificação enviada para todos os usuários.');
        reset({ title: '', message: unsentText(getValues('message'), message) });
      },
      onError: (error) => {
        if (!isApiError(error, 'BLANK_NOTIFICATION'))
          toast.error('Não foi possível enviar a notificação.', { description: errorMessage(error) });
      },
    }),
  );
  const send = handleSubmit((fields) => announce.mutate(fields));
  return (
    <Card padded>
      <form noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
        <h2 className="text-2xl">Notificação para todos</h2>
        <Field label="Título">
          <Input maxLength={120} {...register('title')} />
        </Field>
        <Field label="Mensagem">
          <Textarea maxLength={1000} {...register('message')} />
        </Field>
        <FormError>
          {isApiError(announce.error, 'BLANK_NOTIFICATION') && errorMessage(announce.error)}
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
