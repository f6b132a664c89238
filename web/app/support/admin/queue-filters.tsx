import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import type { DeskQueue, QueueStatus } from '@mare/contract/support/desk-tickets.ts';
import { isSettled, SETTLED_COUNTED, type TicketStatus } from '@mare/domain/support/ticket-state.ts';
import { formatInteger } from '../../format.ts';
import { IconButton } from '../../ui/button.tsx';
import { Field, Input, Options, Select } from '../../ui/form/field.tsx';
import { deskStatuses, priorityLabels } from '../tickets/ticket-labels.ts';
import { type QueueFilter, writeQueueFilter } from './queue-filter.ts';

/** Status labels with ticket counts. */
function statusLabels({ counts }: DeskQueue): Record<QueueStatus, string> {
  const active = counts.open + counts.in_progress + counts.escalated;
  const isCountedOut = Math.max(counts.resolved, counts.closed) > SETTLED_COUNTED;
  const countOf = (status: TicketStatus) =>
    isSettled(status) && counts[status] > SETTLED_COUNTED
      ? `mais de ${formatInteger(SETTLED_COUNTED)}`
      : formatInteger(counts[status]);
  const named = (status: TicketStatus) => `${deskStatuses[status].label} (${countOf(status)})`;
  return {
    active: `Ativos (${formatInteger(active)})`,
    open: named('open'),
    in_progress: named('in_progress'),
    escalated: named('escalated'),
    resolved: named('resolved'),
    closed: named('closed'),
    all: isCountedOut ? 'Todos' : `Todos (${formatInteger(active + counts.resolved + counts.closed)})`,
  };
}

export function QueueFilters({ filter, queue }: { filter: QueueFilter; queue: DeskQueue }) {
  // Includes the selected one, even if no ticket has it any more.
  const tags = filter.tag && !queue.tags.includes(filter.tag) ? [...queue.tags, filter.tag] : queue.tags;
  const [, setSearch] = useSearchParams();
  const { register, handleSubmit } = useForm({ defaultValues: { search: filter.search } });
  const choose = (change: Partial<QueueFilter>) =>
    setSearch(writeQueueFilter({ ...filter, page: 1, ...change }), { preventScrollReset: true });
  const find = handleSubmit(({ search }) => choose({ search: search.trim() }));
  return (
    <div className="@container grid gap-4">
      <form
        onSubmit={(event) => void find(event)}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2"
      >
        <Field label="Assunto, mensagem, nome ou e-mail">
          <Input type="search" maxLength={100} {...register('search')} />
        </Field>
        <IconButton type="submit" icon="search" label="Procurar" className="mb-0.5 bg-sea-tint" />
      </form>
      <div className="grid grid-cols-2 gap-4 @lg:grid-cols-3">
        <Field label="Situação" className="col-span-2 @lg:col-span-1">
          <Select
            value={filter.status}
            onChange={(event) => choose({ status: event.target.value as QueueStatus })}
          >
            <Options labels={statusLabels(queue)} />
          </Select>
        </Field>
        <Field label="Prioridade">
          <Select
            value={filter.priority}
            onChange={(event) => choose({ priority: event.target.value as QueueFilter['priority'] })}
          >
            <Options labels={{ all: 'Todas', ...priorityLabels }} />
          </Select>
        </Field>
        <Field label="Responsável">
          <Select
            value={filter.assigned}
            onChange={(event) => choose({ assigned: event.target.value as QueueFilter['assigned'] })}
          >
            <Options labels={{ all: 'Todos', mine: 'Comigo', nobody: 'Sem responsável' }} />
          </Select>
        </Field>
        {tags.length > 0 && (
          <Field label="Etiqueta" className="col-span-2 @lg:col-span-3">
            <Select value={filter.tag} onChange={(event) => choose({ tag: event.target.value })}>
              <option value="">Todas</option>
              {tags.map((tag) => (
                <option key={tag}>{tag}</option>
              ))}
            </Select>
          </Field>
        )}
      </div>
    </div>
  );
}
