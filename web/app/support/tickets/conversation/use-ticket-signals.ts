import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queries } from '../../../api.ts';
import { onTicketSignal } from '../../../notifications/ticket-signals.ts';

/** Interval at which a browser repeats its signal while the user types. */
const REPEAT_MS = 3_000;
/** Longer than a repetition plus a slow network. */
const SHOWN_MS = 6_000;

interface Typing {
  by: 'author' | 'desk';
  /** Name of the colleague; null for the other side. */
  name: string | null;
}

/**
 * Keeps an open ticket live.
 *
 * @returns who has been typing in the last seconds, and a function to call on each input
 */
export function useTicketSignals(side: 'support' | 'desk', id: string) {
  const cache = useQueryClient();
  const [typing, setTyping] = useState<Typing | null>(null);
  const lastSent = useRef(0);
  useEffect(() => {
    let hiding: ReturnType<typeof setTimeout> | undefined;
    const show = (next: Typing | null) => {
      clearTimeout(hiding);
      setTyping(next);
      if (next) hiding = setTimeout(() => setTyping(null), SHOWN_MS);
    };
    const stop = onTicketSignal(({ ticketId, change, by, name }) => {
      if (ticketId !== id) return;
      if (change === 'typing') return show({ by, name });
      // The message has arrived, so its author no longer types.
      setTyping((shown) => (shown?.by === by ? null : shown));
      const queryKey =
        side === 'desk'
          ? queries.desk.ticket.key({ input: { id } })
          : queries.support.thread.key({ input: { id } });
      void cache.invalidateQueries({ queryKey });
      // The list around shows the same ticket.
      const list = side === 'desk' ? queries.desk.queue.key() : queries.support.myTickets.key();
      void cache.invalidateQueries({ queryKey: list });
    });
    return () => {
      stop();
      clearTimeout(hiding);
      setTyping(null);
    };
  }, [cache, side, id]);
  const onTyping = () => {
    const now = Date.now();
    if (now - lastSent.current < REPEAT_MS) return;
    lastSent.current = now;
    // Only informs the other side, so a failure is ignored.
    void queries[side].typing.call({ id }).catch(() => undefined);
  };
  return { typing, onTyping };
}
