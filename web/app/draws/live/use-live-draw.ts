import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queries } from '../../api.ts';
import { followEvents } from '../../fetching/follow-events.ts';

/** The server repeats an answer for less than half a second (server/platform/http/response-cache.ts). */
const REPEATED_MS = 500;
/** All who watch hear of the draw at once; they ask for it one after the other. */
const SPREAD_MS = 1_000;

/**
 * Reads the draw again whenever the server says that it has changed.
 * @param isAwaited whether it may still change
 * @param onTold whether the server tells changes; otherwise the page must ask
 */
export function useLiveDraw(rifaId: string, isAwaited: boolean, onTold: (isTold: boolean) => void): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (!isAwaited) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = followEvents(
      (signal) => queries.draws.live.call({ rifaId }, { signal }),
      () => {
        onTold(true);
        clearTimeout(timer);
        timer = setTimeout(
          () => void cache.invalidateQueries({ queryKey: queries.draws.audit.key({ input: { rifaId } }) }),
          REPEATED_MS + Math.random() * SPREAD_MS,
        );
      },
      () => onTold(false),
    );
    return () => {
      stop();
      clearTimeout(timer);
      onTold(false);
    };
  }, [cache, rifaId, isAwaited, onTold]);
}
