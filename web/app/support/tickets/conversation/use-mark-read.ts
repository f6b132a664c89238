import { useEffect } from 'react';
import { queries } from '../../../api.ts';

/**
 * Marks messages as read for the other side, whenever a new one arrives; in a hidden tab, once it is shown.
 * @param messages undefined while loading
 */
export function useMarkRead(side: 'support' | 'desk', id: string, messages: number | undefined): void {
  useEffect(() => {
    if (messages === undefined) return undefined;
    const markIfVisible = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', markIfVisible);
      // Only informs the other side, so a failure is ignored.
      void queries[side].markRead.call({ id }).catch(() => undefined);
    };
    document.addEventListener('visibilitychange', markIfVisible);
    markIfVisible();
    return () => document.removeEventListener('visibilitychange', markIfVisible);
  }, [side, id, messages]);
}
