import { useEffect, useMemo, useSyncExternalStore } from 'react';
import {
  keepOwnNumbers,
  noteOwnNumbers,
  type OwnNumbers,
  parseOwnNumbers,
  storedOwnNumbers,
} from './saved-orders-store.ts';

/** What is kept of whoever is signed in here; null while the server renders. */
export function useOwnNumbers(): OwnNumbers | null {
  const text = useSyncExternalStore(subscribe, storedOwnNumbers, () => null);
  return useMemo(() => (text ? parseOwnNumbers(text) : null), [text]);
}

/** Another tab may sign out. */
function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

interface Asked {
  data: unknown;
  isPaused: boolean;
  /** Of the newest try. */
  failureReason: Error | null;
}

/** What stands in for an answer that the network does not bring; null while there is one, or may be. */
export function useStandIn({ data, isPaused, failureReason }: Asked): OwnNumbers | null {
  const kept = useOwnNumbers();
  return data === undefined && (isPaused || failureReason instanceof TypeError) ? kept : null;
}

/** Keeps what a page has just read; undefined while it has not. */
export function useNoted<Part extends 'holdings' | 'orders'>(
  part: Part,
  read: OwnNumbers[Part] | undefined,
): void {
  useEffect(() => {
    if (read) noteOwnNumbers({ [part]: read });
  }, [part, read]);
}

/** Reads a person's numbers anew where what is kept is older than their payment (ISO 8601; null before it). */
export function useKeptNumbers(paidAt: string | null): void {
  useEffect(() => {
    if (paidAt) keepOwnNumbers(Date.parse(paidAt)).catch(() => undefined);
  }, [paidAt]);
}
