/** Keeps cached data of one account from being shown to another. */
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queries } from '../api.ts';
import { onAuthChange, type SessionState } from './session.ts';

/**
 * Refetches the profile after each auth event, and clears the query cache when the account changes.
 * @param readCache undefined until the cache has loaded; the same function in every render
 */
export function useCacheReset(session: SessionState, readCache: () => QueryClient | undefined): void {
  useEffect(
    () => onAuthChange(() => void readCache()?.invalidateQueries({ queryKey: queries.accounts.me.key() })),
    [readCache],
  );

  const person = session.status === 'signed-in' ? session.userId : session.status;
  const before = useRef(person);
  useEffect(() => {
    const changed = before.current !== 'loading' && before.current !== person;
    before.current = person;
    const cache = readCache();
    if (!changed || !cache) return;
    cache.removeQueries({ type: 'inactive' });
    void cache.invalidateQueries();
  }, [person, readCache]);
}
