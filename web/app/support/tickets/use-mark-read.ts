import { useEffect } from 'react';
import { queries } from '../../api.ts';

/**
 * Tells the other side that the messages were read, again with every new one. Those that arrive in a hidden tab are read
 * when it is shown.
 *
 * @param messages undefined while loading
 */
export function useMarkRead(side: 'support' | 'desk', id: string, messages: number | undefined): void {
  useEffect(() => {
    if (messages === undefined) return undefined;
    const markIfVisible = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', markIfVisible);
      // Only a mark for the other side: a failure changes nothing on this one.
      void queries[side].markRead.call({ id }).catch(() => undefined);
    };
    document.addEventListener('visibilitychange', markIfVisible);
    markIfVisible();
    return () => document.removeEventListener('visibilitychange', markIfVisible);
  }, [side, id, messages]);
}
