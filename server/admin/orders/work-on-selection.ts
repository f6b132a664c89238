/** What staff do on several orders of the list at once. */
import { spend } from '../../platform/database/rate-limits.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { addOrderNote, RECEIPTS_PER_ORDER, resendReceipt } from './work-on-order.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'>;

/** How many orders were changed, and how many were not. */
export interface Outcome {
  done: number;
  skipped: number;
}

/** The same note on each order. Skips orders that do not exist. */
export async function addOrderNotes(
  platform: Pick<Deps, 'db' | 'clock'>,
  by: PanelUser,
  { ids, note }: { ids: readonly string[]; note: string },
): Promise<Outcome> {
  return forEachOrder(ids, (id) => addOrderNote(platform, by, { id, note }));
}

/**
 * Mails each receipt again. Skips orders without a receipt, and those whose receipt was sent too often. Idempotent by
 * `requestId`, so that a caller whose connection broke may repeat it.
 */
export async function resendReceipts(
  platform: Deps,
  by: PanelUser,
  { ids, requestId }: { ids: readonly string[]; requestId: string },
): Promise<Outcome> {
  return forEachOrder(ids, async (id) => {
    if ((await spend(platform.db, platform.clock, RECEIPTS_PER_ORDER, id)) !== null) return false;
    const { ok } = await resendReceipt(platform, by, { id, requestId: `${requestId}:${id}` });
    return ok;
  });
}

/** One transaction for each order: a receipt on its way does not wait for the others. */
async function forEachOrder(
  ids: readonly string[],
  work: (id: string) => Promise<boolean>,
): Promise<Outcome> {
  const outcome: Outcome = { done: 0, skipped: 0 };
  for (const id of new Set(ids)) outcome[(await work(id)) ? 'done' : 'skipped'] += 1;
  return outcome;
}
