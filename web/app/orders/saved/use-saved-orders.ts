import { useEffect, useMemo, useSyncExternalStore } from 'react';
import {
  refreshOwnNumbers,
  saveOwnNumbers,
  type OwnNumbers,
  parseOwnNumbers,
  storedOwnNumbers,
} from './saved-orders-store.ts';

/** Cached data of the signed-in buyer; null on the server. */
export function useOwnNumbers(): OwnNumbers | null {
  const text = useSyncExternalStore(subscribe, storedOwnNumbers, () => null);
  return useMemo(() => (text ? parseOwnNumbers(text) : null), [text]);
}

/** Another tab may sign out. */
function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

interface FailingQuery {
  data: unknown;
  isPaused: boolean;
  /** Error of the latest attempt. */
  failureReason: Error | null;
}

/** Cached data while the network fails; null while a response exists or is pending. */
export function useOfflineCopy({ data, isPaused, failureReason }: FailingQuery): OwnNumbers | null {
  const saved = useOwnNumbers();
  return data === undefined && (isPaused || failureReason instanceof TypeError) ? saved : null;
}

/** Caches a fresh response; undefined while loading. */
export function useSaveForOffline<Part extends 'holdings' | 'orders' | 'vouchers'>(
  part: Part,
  read: OwnNumbers[Part] | undefined,
): void {
  useEffect(() => {
    if (read) saveOwnNumbers({ [part]: read });
  }, [part, read]);
}

/** Refetches numbers cached before the payment (ISO 8601; null before payment). */
export function useRefreshAfterPayment(paidAt: string | null): void {
  useEffect(() => {
    if (paidAt) refreshOwnNumbers(Date.parse(paidAt)).catch(() => undefined);
  }, [paidAt]);
}
