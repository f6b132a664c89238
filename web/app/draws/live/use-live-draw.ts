import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { queries } from '../../api.ts';
import { subscribeToEvents } from '../../fetching/events/subscribe-to-events.ts';

/** The server caches a response for less than half a second (server/platform/http/cache/response-cache.ts). */
const REPEATED_MS = 500;
/** A replica that is further behind is not read (server/platform/database/replica.ts). */
const REPLICA_LAG_MS = 2_000;
/** Spreads the reads of all viewers, who are notified of a change at the same moment. */
const SPREAD_MS = 1_000;

/**
 * Applies each change that the server sends, and refetches on events without data.
 * @param isAwaited whether the draw may still change
 * @param onStreaming whether the event stream is connected; otherwise the page must poll
 */
export function useLiveDraw(
  rifaId: string,
  isAwaited: boolean,
  onStreaming: (isStreaming: boolean) => void,
): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (!isAwaited) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const audit = queries.draws.audit.queryKey({ input: { rifaId } });
    /** Refetches at most twice, because a read replica may lag. */
    async function readUntilNew() {
      const before = cache.getQueryData(audit);
      await cache.invalidateQueries({ queryKey: audit });
      if (cache.getQueryData(audit) !== before) return;
      timer = setTimeout(() => void cache.invalidateQueries({ queryKey: audit }), REPLICA_LAG_MS);
    }
    async function show(changed: DrawAudit) {
      // A pending response may be older.
      await cache.cancelQueries({ queryKey: audit });
      cache.setQueryData(audit, changed);
    }
    const stop = subscribeToEvents(
      (signal) => queries.draws.live.call({ rifaId }, { signal }),
      (event) => {
        onStreaming(true);
        clearTimeout(timer);
        if (event.audit) void show(event.audit);
        else timer = setTimeout(() => void readUntilNew(), REPEATED_MS + Math.random() * SPREAD_MS);
      },
      () => onStreaming(false),
    );
    return () => {
      stop();
      clearTimeout(timer);
      onStreaming(false);
    };
  }, [cache, rifaId, isAwaited, onStreaming]);
}
