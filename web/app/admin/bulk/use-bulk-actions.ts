import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toast } from 'sonner';
import type { BulkAction } from '@mare/contract/admin/bulk-actions.ts';
import { type ApiQueries, queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import type { AdminQuery } from '../lists/query-state.tsx';

export type BulkSubject = 'orders' | 'people';

/** Polling interval of running actions. */
const POLL_MS = 1000;

/** Procedures for bulk actions on a subject. Orders and people have the same ones. */
export function bulkOf(
  subject: BulkSubject,
): Pick<ApiQueries['admin']['orders']['bulk'], 'list' | 'results' | 'stop' | 'undo'> {
  return subject === 'orders' ? queries.admin.orders.bulk : queries.admin.people.bulk;
}

export interface BulkActions {
  read: AdminQuery;
  /** The latest, newest first; empty until they are read. */
  actions: readonly BulkAction[];
  stop: (action: BulkAction) => void;
  undo: (action: BulkAction) => void;
  /** Id of the action that is being stopped or undone. */
  changingId: string | null;
}

/** The latest actions on many items, with their progress. Refreshes the list and its filters whenever one ends. */
export function useBulkActions(subject: BulkSubject, enabled: boolean): BulkActions {
  const client = useQueryClient();
  const bulk = bulkOf(subject);
  const list = bulk.list.queryOptions();
  const read = useQuery({
    ...list,
    enabled,
    staleTime: 0,
    refetchInterval: ({ state }) => (countRunning(state.data) > 0 ? POLL_MS : false),
  });
  const actions = read.data ?? [];
  const running = countRunning(actions);
  const before = useRef(running);
  useEffect(() => {
    if (running < before.current) void client.invalidateQueries({ queryKey: queries.admin[subject].key() });
    before.current = running;
  }, [client, running, subject]);
  const settled = {
    onSuccess: (changed: BulkAction[]) => client.setQueryData(list.queryKey, changed),
    onError: (error: unknown) => toast.error(errorMessage(error)),
  };
  const stop = useMutation(bulk.stop.mutationOptions(settled));
  const undo = useMutation(bulk.undo.mutationOptions(settled));
  return {
    read,
    actions,
    stop: ({ id }) => stop.mutate({ id }),
    undo: ({ id }) => undo.mutate({ id, undoId: crypto.randomUUID() }),
    changingId: [stop, undo].find(({ isPending }) => isPending)?.variables?.id ?? null,
  };
}

function countRunning(actions: readonly BulkAction[] | undefined): number {
  return actions?.filter(({ state }) => state === 'running').length ?? 0;
}
