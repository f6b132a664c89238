import type { DeskEntry } from '@mare/contract/support/desk-tickets.ts';
import { formatDateTime } from '../../format.ts';
import { Badge } from '../../ui/data-display/badge.tsx';

/** Response deadline of a ticket. Renders nothing if no response is due. */
export function SlaClock({
  ticket: { awaitingAnswer, overdue, status, slaResponseDue },
}: {
  ticket: DeskEntry;
}) {
  if (!awaitingAnswer || status === 'resolved' || status === 'closed') return null;
  return (
    <Badge tone={overdue ? 'danger' : 'neutral'} icon="clock">
      {overdue ? 'Venceu em' : 'Responder até'} {formatDateTime(slaResponseDue)}
    </Badge>
  );
}
