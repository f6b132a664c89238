import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { TicketMessages } from './ticket-messages.tsx';
import { TicketRating } from './ticket-rating.tsx';
import { WriteOnTicket } from './write-on-ticket.tsx';

/** The messages of one of the caller's tickets, with a reply form. */
export function TicketConversation({ id }: { id: string }) {
  const cache = useQueryClient();
  const thread = useQuery(queries.support.thread.queryOptions({ input: { id }, staleTime: 0 }));
  const reply = useMutation(
    queries.support.reply.mutationOptions({
      onSuccess: (thread) => {
        cache.setQueryData(queries.support.thread.queryKey({ input: { id } }), thread);
        return cache.invalidateQueries({ queryKey: queries.support.myTickets.key() });
      },
      onError: (error) =>
        toast.error('Não foi possível enviar a resposta.', { description: errorMessage(error) }),
    }),
  );
  if (thread.isError && !thread.data)
    return <ErrorState title="Não foi possível carregar a conversa." onRetry={() => void thread.refetch()} />;
  if (!thread.data) return <Skeleton className="h-32" />;
  const { message, createdAt, status, replies } = thread.data;
  const first = { id, authorName: 'Você', fromDesk: false, message, createdAt };
  const own = replies.map((said) => (said.fromDesk ? said : { ...said, authorName: 'Você' }));
  return (
    <div className="grid gap-5 border-t border-line pt-5">
      <TicketMessages messages={[first, ...own]} />
      {(status === 'resolved' || status === 'closed') && <TicketRating ticket={thread.data} />}
      {status === 'closed' ? (
        <p className="text-ink-soft">Este ticket está encerrado. Se ainda precisar, abra um novo.</p>
      ) : (
        <WriteOnTicket
          label="Sua resposta"
          action="Responder"
          maxLength={5000}
          sending={reply.isPending}
          onSend={(words, onSaved) => reply.mutate({ id, message: words }, { onSuccess: onSaved })}
        />
      )}
    </div>
  );
}
