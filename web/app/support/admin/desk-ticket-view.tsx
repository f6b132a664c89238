import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, NavigationType, useNavigationType } from 'react-router';
import type { DeskQueue, DeskTicket } from '@mare/contract/support/desk-tickets.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { adminOrderLink } from '../../admin/orders/order-links.ts';
import { queries } from '../../api.ts';
import { useRecordTitle } from '../../document/use-record-title.ts';
import { formatDateTime } from '../../format.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { useKeptFocus } from '../../ui/focus/use-kept-focus.ts';
import { useDeskDraftName } from '../tickets/ticket-draft.ts';
import { TicketMessages } from '../tickets/conversation/ticket-messages.tsx';
import { deskStatuses, priorities } from '../tickets/ticket-labels.ts';
import { TypingNote } from '../tickets/conversation/typing-note.tsx';
import { useMarkRead } from '../tickets/conversation/use-mark-read.ts';
import { useTicketSignals } from '../tickets/conversation/use-ticket-signals.ts';
import { WriteOnTicket } from '../tickets/conversation/write-on-ticket.tsx';
import { AnswerForm } from './answer-form.tsx';
import { ClosedTicketNote } from './closed-ticket-note.tsx';
import { DeskTicketControls } from './desk-ticket-controls.tsx';
import { OtherTickets } from './other-tickets.tsx';
import { type QueueFilter, writeQueueFilter } from './queue-filter.ts';
import { orderTitle } from '../../orders/order-title.ts';
import { RequesterOrders } from './requester-orders.tsx';
import { SlaClock } from './sla-clock.tsx';
import { useDeskWork } from './use-desk-work.ts';

interface DeskTicketViewProps {
  id: string;
  staff: DeskQueue['staff'];
  /** Queue filter to return to on close. */
  filter: QueueFilter;
}

/** Fallback for a lost live connection. */
const REFRESH_MS = 15_000;

export function DeskTicketView({ id, staff, filter }: DeskTicketViewProps) {
  const ticket = useQuery(
    queries.desk.ticket.queryOptions({ input: { id }, staleTime: 0, refetchInterval: REFRESH_MS }),
  );
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <LinkButton
        to={`?${writeQueueFilter(filter)}`}
        preventScrollReset
        variant="quiet"
        size="sm"
        icon="chevronLeft"
        className="-ml-3 justify-self-start"
      >
        Voltar à fila
      </LinkButton>
      {ticket.isError && !ticket.data && (
        <ErrorState title="Não foi possível carregar o ticket." onRetry={() => ticket.refetch()} />
      )}
      {ticket.isPending && <Skeleton className="h-96" />}
      {ticket.data && <DeskTicketBody ticket={ticket.data} staff={staff} />}
    </Card>
  );
}

function DeskTicketBody({ ticket, staff }: { ticket: DeskTicket; staff: DeskQueue['staff'] }) {
  useRecordTitle(ticket.subject);
  const work = useDeskWork();
  const { id, message, createdAt, requesterName, replies, fromDesk, channel } = ticket;
  const authorName = fromDesk ? 'Equipe' : requesterName;
  const first = { id, authorName, fromDesk, message, file: null, channel, createdAt };
  const namedReplies = replies.map((reply) =>
    reply.fromDesk ? reply : { ...reply, authorName: requesterName },
  );
  useMarkRead('desk', id, replies.length);
  // Moves focus: a merged ticket disappears with its button.
  const notes = useKeptFocus<HTMLHeadingElement>(ticket.otherTickets.length);
  const { typing, onTyping } = useTicketSignals('desk', id);
  // A colleague may close the ticket while this agent writes.
  const answering = useFocusNext<HTMLDivElement>(String(ticket.status === 'closed'));
  const noteDraft = useDeskDraftName('note', id);
  return (
    <>
      <TicketHead ticket={ticket} />
      {ticket.mergedInto ? (
        <p>
          As mensagens deste ticket estão em{' '}
          <Link to={`?status=all&ticket=${ticket.mergedInto}`} className="text-link">
            outro da mesma pessoa
          </Link>
          , e o atendimento continua lá.
        </p>
      ) : (
        <DeskTicketControls ticket={ticket} staff={staff} work={work} />
      )}
      <TicketMessages
        messages={[first, ...namedReplies]}
        readFile={(replyId) => queries.desk.file.call({ id, replyId })}
        seen={{ fromDesk: true, at: ticket.authorReadAt, label: `Lida por ${requesterName}` }}
      />
      {ticket.status !== 'closed' && <TypingNote name={typing && (typing.name ?? requesterName)} />}
      <div ref={answering}>
        {ticket.status === 'closed' ? (
          <ClosedTicketNote ticketId={id} isMerged={ticket.mergedInto !== null} />
        ) : (
          <AnswerForm ticket={ticket} staff={staff} work={work} onTyping={onTyping} />
        )}
      </div>
      {ticket.requesterId && (
        <RequesterOrders personId={ticket.requesterId} aboutOrderId={ticket.order?.id ?? null} />
      )}
      <OtherTickets ticket={ticket} merge={work.merge} />
      <section aria-label="Notas internas" className="grid gap-4 rounded-lg bg-sunken p-4">
        <h3 ref={notes} tabIndex={-1} className="text-lg">
          Notas internas
        </h3>
        <LiveRegion className="grid gap-4">
          {ticket.notes.length > 0 &&
            ticket.notes.map((note) => (
              <p key={note.id} className="wrap-anywhere whitespace-pre-wrap">
                {note.note}
                <span className="block text-sm text-ink-soft">
                  {note.authorName} · {formatDateTime(note.createdAt)}
                </span>
              </p>
            ))}
        </LiveRegion>
        <WriteOnTicket
          label="Nova nota, só para a equipe"
          action="Anotar"
          variant="outline"
          maxLength={2000}
          draftName={noteDraft}
          onSend={(note) => work.addNote.mutateAsync({ id, note })}
        />
      </section>
    </>
  );
}

function TicketHead({ ticket }: { ticket: DeskTicket }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigation = useNavigationType();
  const [isOpenedHere] = useState(navigation !== NavigationType.Pop);
  // Opened from the queue, focuses the ticket and scrolls to it. A page that loads with a ticket keeps its position.
  useEffect(() => {
    if (isOpenedHere) heading.current?.focus();
  }, [isOpenedHere]);
  const status = deskStatuses[ticket.status];
  const priority = priorities[ticket.priority];
  return (
    <header className="grid gap-2">
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-24 text-2xl wrap-anywhere">
        {ticket.subject}
      </h2>
      <div className="flex flex-wrap items-center gap-2">
        <span aria-live="polite" className="flex flex-wrap gap-2">
          <Badge tone={status.tone}>{status.label}</Badge>
          <Badge tone={priority.tone}>Prioridade {priority.label.toLowerCase()}</Badge>
        </span>
        <SlaClock ticket={ticket} />
        {ticket.satisfactionRating !== null && (
          <Badge tone="sun" icon="star">
            {ticket.satisfactionRating} de 5
          </Badge>
        )}
      </div>
      <p className="text-sm wrap-anywhere text-ink-soft">
        {ticket.requesterName}
        {ticket.contactSubject && ' (visitante)'}
        {ticket.requesterEmail && ` · ${ticket.requesterEmail}`}
        {ticket.requesterPhone && ` · ${formatPhone(ticket.requesterPhone)}`}
      </p>
      {ticket.order && (
        <p className="text-sm wrap-anywhere text-ink-soft">
          Sobre o pedido de{' '}
          <Link to={adminOrderLink(ticket.order)} className="text-link">
            {orderTitle(ticket.order)}
          </Link>
        </p>
      )}
      {ticket.resolvedAt && (
        <p className="text-sm text-ink-soft">
          {ticket.closedUnresolved ? 'Encerrado' : 'Resolvido'} em {formatDateTime(ticket.resolvedAt)}
        </p>
      )}
    </header>
  );
}
