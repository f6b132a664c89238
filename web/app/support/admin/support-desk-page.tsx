import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { ExportButton } from '../../admin/lists/export-button.tsx';
import { queries } from '../../api.ts';
import { isApiError, errorMessage } from '../../messages.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { classNames } from '../../ui/style/class-names.ts';
import { ListLoading } from '../../ui/loading/list-loading.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { DeskPresence } from './desk-presence.tsx';
import { DeskTicketView } from './desk-ticket-view.tsx';
import { readQueueFilter } from './queue-filter.ts';
import { QueueFilters } from './queue-filters.tsx';
import { entryId, QueueList } from './queue-list.tsx';

export const meta = pageMeta({ title: 'Atendimento', description: 'Fila do suporte.', index: false });

/** Polling interval of the queue. */
const REFRESH_MS = 30_000;

export default function SupportDeskPage() {
  const [search] = useSearchParams();
  const filter = readQueueFilter(search);
  const opened = search.get('ticket');
  const queue = useQuery(
    queries.desk.queue.queryOptions({
      input: filter,
      staleTime: 0,
      refetchInterval: REFRESH_MS,
      placeholderData: keepPreviousData,
    }),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const lastOpened = useRef(opened);
  // Returning to the queue focuses the ticket that was open.
  useEffect(() => {
    if (opened === null && lastOpened.current)
      // A closed ticket may no longer be in the queue.
      (document.getElementById(entryId(lastOpened.current)) ?? heading.current)?.focus();
    lastOpened.current = opened;
  }, [opened]);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 ref={heading} tabIndex={-1} className="text-3xl">
          Atendimento
        </h1>
        {queue.data && <ExportButton list="atendimento" />}
      </div>
      {queue.isPending && <ListLoading />}
      {queue.isError && !queue.data && (
        <ErrorState
          title={
            isApiError(queue.error, 'NOT_ADMIN')
              ? errorMessage(queue.error)
              : 'Erro ao carregar dados administrativos'
          }
          onRetry={() => queue.refetch()}
        />
      )}
      {queue.data && (
        <>
          <DeskPresence />
          <div
            className={classNames(
              'grid grid-cols-[minmax(0,1fr)] items-start gap-6',
              opened && 'xl:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)]',
            )}
          >
            {/* On a phone, an open ticket replaces the queue. */}
            <section aria-label="Fila" className={classNames('gap-5', opened ? 'hidden xl:grid' : 'grid')}>
              <QueueFilters filter={filter} queue={queue.data} />
              <QueueList filter={filter} queue={queue.data} opened={opened} />
            </section>
            {opened && <DeskTicketView key={opened} id={opened} staff={queue.data.staff} filter={filter} />}
          </div>
        </>
      )}
    </>
  );
}
