/** What was read for one person is never shown to the next. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queries } from '../api.ts';
import { onAuthChange, type SessionState } from './session.ts';

/** Reads the own profile anew after each auth change, and forgets everything when another person comes. */
export function useOwnDataFollowsSession(session: SessionState): void {
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
