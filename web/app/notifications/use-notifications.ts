import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from 'sonner';
import type { LiveEvent, Notification } from '@mare/contract/notifications/notifications.ts';
import { queries } from '../api.ts';
import { subscribeToNotifications } from './live-notifications.ts';
import { emitTicketSignal } from './ticket-signals.ts';

const unreadKey = () => queries.notifications.unread.queryKey();

/** 0 while loading. */
export function useUnreadCount(): number {
  const { data } = useQuery(queries.notifications.unread.queryOptions());
  return data?.unread ?? 0;
}

/** Applies live notifications to the unread count and the cached lists, and shows urgent ones as toasts. */
export function useLiveNotifications(): void {
  const cache = useQueryClient();
  useEffect(() => subscribeToNotifications((event) => handleEvent(cache, event)), [cache]);
}

function handleEvent(cache: QueryClient, event: LiveEvent): void {
  if (event.kind === 'ticket') return emitTicketSignal(event);
  if (event.kind === 'ready') cache.setQueryData(unreadKey(), { unread: event.unread });
  else {
    if (!event.notification.read)
      cache.setQueryData(unreadKey(), (known) => known && { unread: known.unread + 1 });
    showToast(event.notification);
    void refreshPointed(cache, event.notification);
  }
  void cache.invalidateQueries({ queryKey: queries.notifications.list.key() });
}

/**
 * Refetches the subject of a notification if its page is open. Broadcasts have no link, so that not all tabs fetch at
 * the same moment.
 */
async function refreshPointed(cache: QueryClient, { href }: Notification): Promise<void> {
  if (!href) return;
  const { pointedQueries } = await import('./pointed-queries.ts');
  await Promise.all(pointedQueries(href).map((queryKey) => cache.invalidateQueries({ queryKey })));
}

/** Shows errors and messages from an admin as toasts (spec: community, section 4). */
function showToast({ id, type, title, message }: Notification): void {
  if (type === 'error') toast.error(title, { id, description: message });
  if (type === 'admin') toast.info(title, { id, description: message });
}

export function useMarkRead() {
  const cache = useQueryClient();
  return useMutation(
    queries.notifications.markRead.mutationOptions({
      onSuccess: (left) => settle(cache, left),
      onError: () => toast.error('Erro', { description: 'Não foi possível marcar a notificação como lida.' }),
    }),
  );
}

export function useMarkAllRead() {
  const cache = useQueryClient();
  return useMutation(
    queries.notifications.markAllRead.mutationOptions({
      onSuccess: (left) => settle(cache, left),
      onError: () =>
        toast.error('Erro', { description: 'Não foi possível marcar as notificações como lidas.' }),
    }),
  );
}

function settle(cache: QueryClient, left: { unread: number }): Promise<void> {
  cache.setQueryData(unreadKey(), left);
  return cache.invalidateQueries({ queryKey: queries.notifications.list.key() });
}
