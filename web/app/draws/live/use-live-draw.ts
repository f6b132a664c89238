import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { queries } from '../../api.ts';
import { followEvents } from '../../fetching/follow-events.ts';

/** The server repeats an answer for less than half a second (server/platform/http/cache/response-cache.ts). */
const REPEATED_MS = 500;
/** A replica that is further behind is not read (server/platform/database/replica.ts). */
const REPLICA_LAG_MS = 2_000;
/** All who watch hear at once of a draw that they have to read; they ask for it one after the other. */
const SPREAD_MS = 1_000;

/**
 * Shows each change that the server sends, and reads those that it only tells.
 * @param isAwaited whether it may still change
 * @param onTold whether the server tells changes; otherwise the page must ask
 */
export function useLiveDraw(rifaId: string, isAwaited: boolean, onTold: (isTold: boolean) => void): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (!isAwaited) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const audit = queries.draws.audit.queryKey({ input: { rifaId } });
    /** Twice at most: a replica of the database may be a second behind. */
    async function readUntilNew() {
      const before = cache.getQueryData(audit);
      await cache.invalidateQueries({ queryKey: audit });
      if (cache.getQueryData(audit) !== before) return;
      timer = setTimeout(() => void cache.invalidateQueries({ queryKey: audit }), REPLICA_LAG_MS);
    }
    async function show(changed: DrawAudit) {
      // An answer on its way may be older.
      await cache.cancelQueries({ queryKey: audit });
      cache.setQueryData(audit, changed);
    }
    const stop = followEvents(
      (signal) => queries.draws.live.call({ rifaId }, { signal }),
      (event) => {
        onTold(true);
        clearTimeout(timer);
        if (event.audit) void show(event.audit);
        else timer = setTimeout(() => void readUntilNew(), REPEATED_MS + Math.random() * SPREAD_MS);
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
