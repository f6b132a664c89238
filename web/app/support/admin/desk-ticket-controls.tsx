import type { DeskQueue, DeskTicket } from '@mare/contract/support/desk-tickets.ts';
import type { TicketPriority } from '@mare/domain/support/response-due.ts';
import { canMoveTicket, type DeskMove, isSettled, TICKET_STATES } from '@mare/domain/support/ticket-state.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Options, Select } from '../../ui/form/field.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { priorityLabels } from '../tickets/ticket-labels.ts';
import { TicketSorting } from './ticket-sorting.tsx';
import type { useDeskWork } from './use-desk-work.ts';

const moves: { to: DeskMove; label: string }[] = [
  { to: 'in_progress', label: TICKET_STATES.in_progress.label },
  { to: 'open', label: 'Voltar a aberto' },
  { to: 'resolved', label: 'Resolver' },
  { to: 'closed', label: 'Encerrar' },
];

interface DeskTicketControlsProps {
  ticket: DeskTicket;
  staff: DeskQueue['staff'];
  work: ReturnType<typeof useDeskWork>;
}

/** Assignee, priority, subject, tags and status of a ticket that was not merged into another. */
export function DeskTicketControls({ ticket, staff, work }: DeskTicketControlsProps) {
  const session = useSession();
  const { id, status, assignee } = ticket;
  const own = session.status === 'signed-in' ? session.userId : null;
  // Only after a change by this agent, because colleagues change the ticket too.
  const assignRow = useFocusNext<HTMLDivElement>(String(work.assign.isPending));
  const priorityShell = useFocusNext<HTMLDivElement>(String(work.setPriority.isPending));
  const movesRow = useFocusNext<HTMLDivElement>(String(work.setStatus.isPending));
  return (
    <div className="grid gap-4 border-y border-line py-4">
      <div ref={assignRow} className="flex flex-wrap items-end gap-3">
        <Field label="Responsável" className="min-w-48 grow">
          <Select
            value={assignee?.id ?? ''}
            disabled={work.assign.isPending}
            onChange={(event) => work.assign.mutate({ id, assigneeId: event.target.value || null })}
          >
            <option value="">Ninguém</option>
            {staff.map((colleague) => (
              <option key={colleague.id} value={colleague.id}>
                {colleague.name}
              </option>
            ))}
          </Select>
        </Field>
        {own && assignee?.id !== own && (
          <Button
            variant="secondary"
            loading={work.assign.isPending}
            onClick={() => work.assign.mutate({ id, assigneeId: own })}
          >
            Assumir
          </Button>
        )}
        {!isSettled(status) && (
          <div ref={priorityShell} className="min-w-40">
            <Field
              label="Prioridade"
              hint={
                ticket.wishedPriority && ticket.wishedPriority !== ticket.priority
                  ? `Quem escreveu pediu: ${priorityLabels[ticket.wishedPriority].toLowerCase()}`
                  : undefined
              }
            >
              <Select
                value={ticket.priority}
                disabled={work.setPriority.isPending}
                onChange={(event) =>
                  work.setPriority.mutate({ id, priority: event.target.value as TicketPriority })
                }
              >
                <Options labels={priorityLabels} />
              </Select>
            </Field>
          </div>
        )}
      </div>
      <TicketSorting ticket={ticket} act={work.act} />
      <div ref={movesRow} className="flex flex-wrap gap-2">
        {moves
          .filter(({ to }) => canMoveTicket(status, to))
          .map(({ to, label }) => (
            <Button
              key={to}
              size="sm"
              variant="outline"
              // A disabled button would lose the focus, and another one would get it.
              loading={work.setStatus.isPending && work.setStatus.variables.status === to}
              disabled={work.setStatus.isPending && work.setStatus.variables.status !== to}
              onClick={() => work.setStatus.mutate({ id, status: to })}
            >
              {label}
            </Button>
          ))}
      </div>
    </div>
  );
}
