import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { queries } from '../api.ts';
import { formatCount } from '../format.ts';
import { links } from '../links.ts';
import { CountBadge } from '../ui/data-display/badge.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Icon } from '../ui/style/icons.tsx';
import { placeBelow } from '../ui/overlay/place-below.ts';
import { Skeleton } from '../ui/states.tsx';
import { NotificationRow } from './notification-row.tsx';
import { useLiveNotifications, useMarkRead, useUnreadCount } from './use-notifications.ts';

/** Notifications in the dropdown (spec: community, section 9). */
const SHOWN = 5;

/** Unread count and dropdown, as a native popover. Keeps the live notification stream open while mounted. */
export default function NotificationBell() {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const unread = useUnreadCount();
  useLiveNotifications();
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={
          unread > 0 ? `Notificações, ${formatCount(unread, 'não lida', 'não lidas')}` : 'Notificações'
        }
        title="Notificações"
        className="relative inline-grid size-11 shrink-0 place-items-center rounded-full hover:bg-sea-tint"
      >
        <Icon name="bell" className="size-[1.375rem]" />
        <CountBadge count={unread} />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onBeforeToggle={() => placeBelow(button.current!, panel.current!)}
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="fixed right-[max(1rem,calc((100vw-75rem)/2))] left-auto w-[min(100vw-2rem,24rem)] rounded-md border border-line bg-raised p-2 text-ink shadow-lift"
      >
        {open && <Latest onLeave={() => panel.current?.hidePopover()} />}
      </div>
    </>
  );
}

function Latest({ onLeave }: { onLeave: () => void }) {
  const { data, isError } = useQuery(
    queries.notifications.list.queryOptions({ input: { filter: 'all' }, staleTime: 0 }),
  );
  const markRead = useMarkRead();
  return (
    <section aria-label="Últimas notificações" className="grid gap-1">
      {isError && !data && <p className="p-4 text-center">Não foi possível carregar as notificações.</p>}
      {!data && !isError && <Skeleton className="h-40" />}
      {data?.notifications.length === 0 && (
        <p className="p-6 text-center text-ink-soft">Nenhuma notificação</p>
      )}
      {data && (
        <ul>
          {data.notifications.slice(0, SHOWN).map((notification) => (
            <li key={notification.id}>
              <NotificationRow
                notification={notification}
                short
                onRead={() => {
                  if (!notification.read) markRead.mutate({ id: notification.id });
                  if (notification.href) onLeave();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="sticky -bottom-2 grid bg-raised p-1 pb-3">
        <LinkButton to={links.notifications()} variant="outline" size="sm" onClick={onLeave}>
          Ver todas as notificações
        </LinkButton>
      </p>
    </section>
  );
}
