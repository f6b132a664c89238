import { useEffect } from 'react';
import { queries } from '../../api.ts';

/**
 * Tells the other side that the messages were read, again with every new one.
 *
 * @param messages undefined while loading
 */
export function useMarkRead(side: 'support' | 'desk', id: string, messages: number | undefined): void {
  useEffect(() => {
    if (messages === undefined || document.visibilityState !== 'visible') return;
    // Only a mark for the other side: a failure changes nothing on this one.
    void queries[side].markRead.call({ id }).catch(() => undefined);
  }, [side, id, messages]);
}
