/** Keeps cached data of one account from being shown to another. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queries } from '../api.ts';
import { onAuthChange, type SessionState } from './session.ts';

/** Refetches the profile after each auth event, and clears the query cache when the account changes. */
export function useCacheReset(session: SessionState): void {
  const cache = useQueryClient();
  useEffect(
    () => onAuthChange(() => void cache.invalidateQueries({ queryKey: queries.accounts.me.key() })),
    [cache],
  );

  const person = session.status === 'signed-in' ? session.userId : session.status;
  const before = useRef(person);
  useEffect(() => {
    const changed = before.current !== 'loading' && before.current !== person;
    before.current = person;
    if (!changed) return;
    cache.removeQueries({ type: 'inactive' });
    void cache.invalidateQueries();
  }, [cache, person]);
}
