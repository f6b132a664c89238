import { useEffect, useMemo, useSyncExternalStore } from 'react';
import {
  type Lists,
  refreshOwnNumbers,
  saveOwnNumbers,
  type OwnNumbers,
  parseOwnNumbers,
  savedList,
  type SavedList,
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

/** Cached list while the network fails; null if it was never read, and while a response exists or is pending. */
export function useOfflineCopy<Part extends keyof Lists>(
  part: Part,
  { data, isPaused, failureReason }: FailingQuery,
): SavedList<Part> | null {
  const saved = useOwnNumbers();
  const isAway = data === undefined && (isPaused || failureReason instanceof TypeError);
  return isAway ? savedList(saved, part) : null;
}

/** Caches a fresh response; undefined while loading. */
export function useSaveForOffline<Part extends keyof Lists>(
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
