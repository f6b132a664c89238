import { sql, type Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { alwaysAwake } from '../../platform/activity.ts';
import type { Platform } from '../../platform/platform.ts';

/** Plus the cache time of a page: under a second. */
const INTERVAL_MS = 500;

/**
 * Updates `rifas.sold_numbers` from the counters: a sum over a few stripes. Rifas locked by another transaction are
 * skipped until the next run.
 *
 * @returns rifas changed
 */
export async function refreshSoldNumbers(db: Kysely<DB>): Promise<number> {
  const { numAffectedRows } = await sql`
    with stale as (
      select r.id, c.sold from rifas r
      join (select rifa_id, sum(sold) as sold from rifa_counters group by rifa_id) c on c.rifa_id = r.id
      where r.sold_numbers <> c.sold
      for no key update of r skip locked
    )
    update rifas set sold_numbers = stale.sold from stale where rifas.id = stale.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Refreshes twice a second, less often in an idle shop, until stopped. Errors are logged and retried. */
export function startSoldNumbersRefresh({
  db,
  log,
  activity = alwaysAwake,
}: Pick<Platform, 'db' | 'log' | 'activity'>): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await refreshSoldNumbers(db).catch((error: unknown) =>
        log.error({ err: error }, 'sold numbers not refreshed'),
      );
      await activity.pause(INTERVAL_MS, stopping.signal);
    }
  })();
  return {
    stop() {
      stopping.abort();
      return loop;
    },
  };
}
