import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Notification } from '@mare/contract/notifications/notifications.ts';
import { queries } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { MoreButton } from '../ui/navigation/more-button.tsx';
import { useFocusNext } from '../ui/focus/use-focus-next.ts';
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx';
import { NotificationRow } from './notification-row.tsx';
import { useMarkAllRead, useMarkRead, useUnreadCount } from './use-notifications.ts';

type Filter = 'all' | 'unread';

const filters: { value: Filter; label: string }[] = [
  { value: 'all', label: 'Todas' },
  { value: 'unread', label: 'Não lidas' },
];

/** Shows 50 notifications and loads more on demand. */
export function NotificationList() {
  const [filter, setFilter] = useState<Filter>('all');
  const unread = useUnreadCount();
  const markAllRead = useMarkAllRead();
  // Moves focus: the pressed button disappears.
  const tools = useFocusNext<HTMLDivElement>(markAllRead.isSuccess ? 'read' : 'unread');
  return (
    <section aria-label="Notificações" className="grid gap-5">
      <div ref={tools} className="flex flex-wrap items-center justify-between gap-3">
        <fieldset className="flex gap-2">
          <legend className="sr-only">Filtro</legend>
          {filters.map(({ value, label }) => (
            <Button
              key={value}
              size="sm"
              variant={filter === value ? 'secondary' : 'outline'}
              aria-pressed={filter === value}
              onClick={() => setFilter(value)}
            >
              {label}
            </Button>
          ))}
        </fieldset>
        {unread > 0 && (
          <Button
            size="sm"
            variant="quiet"
            icon="check"
            loading={markAllRead.isPending}
            onClick={() => markAllRead.mutate(undefined)}
          >
            Marcar todas como lidas
          </Button>
        )}
      </div>
      <FilteredList key={filter} filter={filter} />
    </section>
  );
}

function FilteredList({ filter }: { filter: Filter }) {
  const markRead = useMarkRead();
  const [wasRead, setRead] = useState(false);
  const list = useInfiniteQuery(
    queries.notifications.list.infiniteOptions({
      input: (cursor: number | undefined) => ({ filter, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      staleTime: 0,
    }),
  );
  const notifications = list.data?.pages.flatMap((page) => page.notifications) ?? [];
  // Moves focus: a notification disappears from the unread ones once it is read.
  const shell = useFocusNext<HTMLDivElement>(wasRead ? notifications.map(({ id }) => id).join() : '');
  if (list.isError && !list.data)
    return <ErrorState title="Não foi possível carregar as notificações." onRetry={() => list.refetch()} />;
  if (!list.data) return <Skeleton className="h-64" />;
  function read({ id, read: isRead }: Notification) {
    if (isRead) return;
    setRead(true);
    markRead.mutate({ id });
  }
  return (
    <div ref={shell} className="grid gap-5">
      {notifications.length === 0 ? (
        <Card tabIndex={-1} className="outline-none">
          <EmptyState icon="bell" title="Nenhuma notificação">
            {filter === 'unread'
              ? 'Você já leu tudo.'
              : 'Avisamos aqui sobre seus pedidos, sorteios e prêmios.'}
          </EmptyState>
        </Card>
      ) : (
        <Card className="p-2">
          <ul className="divide-y divide-line">
            {notifications.map((notification) => (
              <li key={notification.id} className="py-1">
                <NotificationRow notification={notification} onRead={() => read(notification)} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <MoreButton list={list} className="justify-self-center">
        Carregar mais
      </MoreButton>
    </div>
  );
}
