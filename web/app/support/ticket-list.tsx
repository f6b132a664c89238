import type { SupportTicket, TicketStatus } from '@mare/contract/support.ts';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../api.ts';
import { formatDateTime } from '../format.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx';
import { ticketPreview } from './ticket-preview.ts';

const statuses: Record<TicketStatus, { label: string; tone: BadgeTone }> = {
  open: { label: 'Aberto', tone: 'sea' },
  in_progress: { label: 'Em Andamento', tone: 'warning' },
  escalated: { label: 'Escalado', tone: 'coral' },
  resolved: { label: 'Resolvido', tone: 'success' },
  closed: { label: 'Resolvido', tone: 'success' },
};

/** One's own tickets, newest first. */
export function TicketList() {
  const tickets = useQuery(queries.support.myTickets.queryOptions());
  return (
    <section aria-labelledby="tickets-title" className="grid gap-4">
      <h2 id="tickets-title" className="text-2xl">
        Meus Tickets
      </h2>
      {tickets.isError && !tickets.data && (
        <ErrorState title="Não foi possível carregar seus tickets." onRetry={() => void tickets.refetch()} />
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
          {tickets.data.map((ticket) => (
            <li key={ticket.id}>
              <TicketCard ticket={ticket} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function TicketCard({ ticket }: { ticket: SupportTicket }) {
  const status = statuses[ticket.status];
  return (
    <Card padded className="grid gap-2">
      <div className="flex items-start justify-between gap-4">
        <h3 className="min-w-0 text-lg break-words">{ticket.subject}</h3>
        <Badge tone={status.tone}>{status.label}</Badge>
      </div>
      <p className="break-words text-ink-soft">{ticketPreview(ticket.message)}</p>
      <p className="text-sm text-ink-soft">
        <time dateTime={ticket.createdAt}>{formatDateTime(ticket.createdAt)}</time>
      </p>
    </Card>
  );
}
