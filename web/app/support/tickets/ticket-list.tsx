import type { SupportTicket } from '@mare/contract/support/support.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queries } from '../../api.ts';
import { formatDateTime } from '../../format.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { TicketConversation } from './conversation/ticket-conversation.tsx';
import { ticketPreview } from './ticket-preview.ts';
import { authorStatuses } from './ticket-labels.ts';

interface TicketListProps {
  /** Before the newest. */
  first?: string;
}

/** The caller's tickets, newest first. */
export function TicketList({ first }: TicketListProps) {
  const [search, setSearch] = useSearchParams();
  const linked = search.get('ticket');
  const tickets = useQuery(queries.support.myTickets.queryOptions());
  // An old link to a merged ticket: shows the thread of the other one.
  const isMissing = linked !== null && tickets.data?.every(({ id }) => id !== linked) === true;
  const merged = useQuery({
    ...queries.support.thread.queryOptions({ input: { id: linked ?? '' } }),
    enabled: isMissing,
    retry: false,
  });
  const open = isMissing ? (merged.data?.id ?? null) : linked;
  const toggle = (id: string) =>
    setSearch(open === id ? {} : { ticket: id }, { replace: true, preventScrollReset: true });
  return (
    <section aria-labelledby="tickets-title" className="grid gap-4">
      <h2 id="tickets-title" className="text-2xl">
        Meus Tickets
      </h2>
      {tickets.isError && !tickets.data && (
        <ErrorState title="Não foi possível carregar seus tickets." onRetry={() => tickets.refetch()} />
      )}
      {tickets.isPending && <Skeleton className="h-28" />}
      {tickets.data?.length === 0 && (
        <Card>
          <EmptyState icon="mail" title="Você ainda não abriu nenhum ticket.">
            Quando abrir, acompanhe a resposta por aqui.
          </EmptyState>
        </Card>
      )}
      {tickets.data && tickets.data.length > 0 && (
        <ul className="grid gap-4">
          {tickets.data
            .toSorted((one, other) => Number(other.id === first) - Number(one.id === first))
            .map((ticket) => (
              <li key={ticket.id}>
                <TicketCard
                  ticket={ticket}
                  mergedId={isMissing ? linked : null}
                  isOpen={open === ticket.id}
                  onToggle={() => toggle(ticket.id)}
                />
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}

interface TicketCardProps {
  ticket: SupportTicket;
  /** Ticket of the link, if it was merged into another one. */
  mergedId: string | null;
  isOpen: boolean;
  onToggle: () => void;
}

function TicketCard({ ticket, mergedId, isOpen, onToggle }: TicketCardProps) {
  const status = authorStatuses[ticket.status];
  return (
    <Card padded className="grid gap-2">
      <div className="flex items-start justify-between gap-4">
        <h3 className="min-w-0 text-lg wrap-anywhere">{ticket.subject}</h3>
        <span aria-live="polite">
          <Badge tone={status.tone}>{status.label}</Badge>
        </span>
      </div>
      {!isOpen && <p className="wrap-anywhere text-ink-soft">{ticketPreview(ticket.message)}</p>}
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-ink-soft">
        <time dateTime={ticket.createdAt}>{formatDateTime(ticket.createdAt)}</time>
        <Button variant="quiet" size="sm" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? 'Fechar conversa' : 'Ver conversa'}
          <span className="sr-only">: {ticket.subject}</span>
        </Button>
      </div>
      {isOpen && <TicketConversation id={ticket.id} mergedId={mergedId} />}
    </Card>
  );
}
