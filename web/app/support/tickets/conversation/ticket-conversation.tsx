import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { toast } from 'sonner';
import type { TicketThread } from '@mare/contract/support/support.ts';
import { queries } from '../../../api.ts';
import { orderTitle } from '../../../orders/order-title.ts';
import { links } from '../../../links.ts';
import { errorMessage } from '../../../messages.ts';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { useFocusNext } from '../../../ui/focus/use-focus-next.ts';
import { ClosedNote } from '../closed-note.tsx';
import { useReplyDraft } from '../ticket-draft.ts';
import { TicketMessages } from './ticket-messages.tsx';
import { TicketRating } from './ticket-rating.tsx';
import { TypingNote } from './typing-note.tsx';
import { useMarkRead } from './use-mark-read.ts';
import { useTicketSignals } from './use-ticket-signals.ts';
import { WriteOnTicket } from './write-on-ticket.tsx';

interface TicketConversationProps {
  id: string;
  /** A ticket that was merged into this one. */
  mergedId: string | null;
}

/** The messages of one of the caller's tickets, with a reply form. */
export function TicketConversation({ id, mergedId }: TicketConversationProps) {
  const cache = useQueryClient();
  const draft = useReplyDraft(id, mergedId);
  const thread = useQuery(queries.support.thread.queryOptions({ input: { id }, staleTime: 0 }));
  const sending = {
    onSuccess: (thread: TicketThread) => {
      cache.setQueryData(queries.support.thread.queryKey({ input: { id } }), thread);
      return cache.invalidateQueries({ queryKey: queries.support.myTickets.key() });
    },
    onError: (error: Error) =>
      toast.error('Não foi possível enviar a resposta.', { description: errorMessage(error) }),
  };
  const reply = useMutation(queries.support.reply.mutationOptions(sending));
  const attach = useMutation(queries.support.attach.mutationOptions(sending));
  useMarkRead('support', id, thread.data?.replies.length);
  const { typing, onTyping } = useTicketSignals('support', id);
  // An agent may close the ticket while its author writes.
  const writing = useFocusNext<HTMLDivElement>(String(thread.data?.status === 'closed'));
  if (thread.isError && !thread.data)
    return <ErrorState title="Não foi possível carregar a conversa." onRetry={() => thread.refetch()} />;
  if (!thread.data) return <Skeleton className="h-32" />;
  const { message, createdAt, status, replies, order, fromDesk, channel, deskReadAt } = thread.data;
  const first = {
    id,
    authorName: fromDesk ? 'Equipe' : 'Você',
    fromDesk,
    message,
    file: null,
    channel,
    createdAt,
  };
  const own = replies.map((reply) => (reply.fromDesk ? reply : { ...reply, authorName: 'Você' }));
  return (
    <div className="grid gap-5 border-t border-line pt-5">
      {order && (
        <p className="text-sm wrap-anywhere text-ink-soft">
          Sobre o pedido de{' '}
          <Link to={links.order(order.externalReference)} className="text-link">
            {orderTitle(order)}
          </Link>
        </p>
      )}
      <TicketMessages
        messages={[first, ...own]}
        readFile={(replyId) => queries.support.file.call({ id, replyId })}
        seen={{ fromDesk: false, at: deskReadAt, label: 'Vista pela equipe' }}
      />
      {status !== 'closed' && <TypingNote name={typing?.by === 'desk' ? 'O suporte' : null} />}
      {(status === 'resolved' || status === 'closed') && <TicketRating ticket={thread.data} />}
      <div ref={writing}>
        {status === 'closed' ? (
          <ClosedNote thread={thread.data} draft={draft} />
        ) : (
          <WriteOnTicket
            label="Sua resposta"
            action="Responder"
            maxLength={5000}
            key={mergedId}
            draftName={draft.name}
            readDraft={draft.read}
            onTyping={onTyping}
            onSend={(message) => reply.mutateAsync({ id, message })}
            onAttach={(file) => attach.mutateAsync({ id, file })}
          />
        )}
      </div>
    </div>
  );
}
