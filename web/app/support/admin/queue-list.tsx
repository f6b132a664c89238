import { Link } from 'react-router';
import type { DeskQueue, QueuedTicket } from '@mare/contract/support/desk-tickets.ts';
import { Rows } from '../../admin/lists/admin-list.tsx';
import { formatCount } from '../../format.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import { ticketPreview } from '../tickets/ticket-preview.ts';
import { deskStatuses, priorities } from '../tickets/ticket-labels.ts';
import { type QueueFilter, writeQueueFilter } from './queue-filter.ts';
import { SlaClock } from './sla-clock.tsx';

interface QueueListProps {
  filter: QueueFilter;
  queue: DeskQueue;
  /** Id of the open ticket. */
  opened: string | null;
}

/** Element of a ticket in the queue. */
export const entryId = (ticketId: string) => `fila-${ticketId}`;

export function QueueList({ filter, queue, opened }: QueueListProps) {
  const chosen = writeQueueFilter(filter);
  return (
    <div className="grid gap-4">
      <p aria-live="polite" className={queue.tickets.length > 0 ? 'text-sm text-ink-soft' : 'sr-only'}>
        {queue.total === 0 ? 'Nenhum ticket' : formatCount(queue.total, 'ticket', 'tickets')}
        {queue.overdue > 0 && (
          <strong className="text-danger"> · {queue.overdue} fora do prazo de resposta</strong>
        )}
      </p>
      <Rows
        layout="cards"
        rows={queue.tickets}
        empty={{ icon: 'check', title: 'Nenhum ticket por aqui', text: 'Mude os filtros para ver outros.' }}
        keyOf={({ id }) => id}
        renderRow={(ticket) => (
          <QueueEntry
            ticket={ticket}
            to={`?${chosen ? `${chosen}&` : ''}ticket=${ticket.id}`}
            isOpened={ticket.id === opened}
          />
        )}
      />
      <Pagination
        label="Páginas da fila"
        page={filter.page}
        pages={queue.pages}
        hrefFor={(page) => `?${writeQueueFilter({ ...filter, page })}`}
      />
    </div>
  );
}

function QueueEntry({ ticket, to, isOpened }: { ticket: QueuedTicket; to: string; isOpened: boolean }) {
  const status = deskStatuses[ticket.status];
  const priority = priorities[ticket.priority];
  return (
    <Link
      id={entryId(ticket.id)}
      to={to}
      preventScrollReset
      aria-current={isOpened ? 'true' : undefined}
      className={classNames(
        'grid scroll-mt-24 gap-2 rounded-lg border bg-surface p-4 shadow-soft hover:border-sea',
        isOpened ? 'border-sea' : 'border-line',
      )}
    >
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={status.tone}>{status.label}</Badge>
        {ticket.priority !== 'normal' && <Badge tone={priority.tone}>{priority.label}</Badge>}
        <SlaClock ticket={ticket} />
        {ticket.tags.map((tag) => (
          <Badge key={tag} tone="neutral" className="max-w-full wrap-anywhere whitespace-normal">
            {tag}
          </Badge>
        ))}
      </span>
      <strong className="wrap-anywhere">{ticket.subject}</strong>
      <span className="text-sm wrap-anywhere text-ink-soft">{previewOf(ticket)}</span>
      <span className="text-sm wrap-anywhere text-ink-soft">
        {ticket.requesterName}
        {ticket.contactSubject && ' (visitante)'}
        {ticket.assignee ? ` · com ${ticket.assignee.name}` : ' · sem responsável'}
      </span>
    </Link>
  );
}

function previewOf({ latestMessage: { text, fromDesk } }: QueuedTicket): string {
  if (text === '') return fromDesk ? 'A equipe enviou um arquivo.' : 'Enviou um arquivo.';
  return `${fromDesk ? 'Equipe: ' : ''}${ticketPreview(text)}`;
}
