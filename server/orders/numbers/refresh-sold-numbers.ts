import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';

/** With the time for which a page is kept, less than a second. */
const INTERVAL_MS = 500;

/**
 * Brings `rifas.sold_numbers` up to date from the counters: a sum over a few stripes, never a count of numbers.
 * Rifas that someone else is changing are left for the next time.
 *
 * @returns how many rifas changed.
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

/** Does so twice a second until stopped. A fault is logged and tried again. */
export function keepSoldNumbersFresh({ db, log }: Pick<Platform, 'db' | 'log'>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await refreshSoldNumbers(db).catch((error: unknown) =>
        log.error({ err: error }, 'sold numbers not refreshed'),
      );
      await pause(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    stop() {
      stopping.abort();
      return loop;
    },
  };
}
