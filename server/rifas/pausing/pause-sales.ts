import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { shownStatusOf } from '../../orders/participation/rifa-on-sale.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';

export type PauseResult =
  | { ok: true }
  | { ok: false; code: 'NOT_FOUND' }
  | { ok: false; code: 'RIFA_STATE'; status: string };

type Deps = Pick<Platform, 'db' | 'clock'>;

/**
 * Stops new orders of one rifa and shows buyers the reason. Orders that are already reserved may still be paid; the end
 * of sales and the draw stay as declared.
 */
export function pauseSales(
  platform: Deps,
  by: PanelUser,
  { id, reason }: { id: string; reason: string },
): Promise<PauseResult> {
  return platform.db.transaction().execute(async (trx) => {
    const now = platform.clock.now();
    const paused = await trx
      .updateTable('rifas')
      .set({ pausedAt: now, pauseReason: reason })
      .where('id', '=', id)
      .where('status', '=', 'active')
      .where('pausedAt', 'is', null)
      .where('salesEndAt', '>', now)
      .returning('title')
      .executeTakeFirst();
    if (!paused) return findPauseRejection(trx, id);
    await recordActivity(trx, platform, {
      ...by,
      action: 'pause-rifa',
      entityType: 'rifa',
      entityId: id,
      description: `Pausou as vendas de “${paused.title}”.`,
      details: { reason },
    });
    return { ok: true };
  });
}

/** Opens the sales of a paused rifa again. */
export function resumeSales(platform: Deps, by: PanelUser, id: string): Promise<PauseResult> {
  return platform.db.transaction().execute(async (trx) => {
    const resumed = await trx
      .updateTable('rifas')
      .set({ pausedAt: null, pauseReason: null })
      .where('id', '=', id)
      .where('status', '=', 'active')
      .where('pausedAt', 'is not', null)
      .returning('title')
      .executeTakeFirst();
    if (!resumed) return findPauseRejection(trx, id);
    await recordActivity(trx, platform, {
      ...by,
      action: 'resume-rifa',
      entityType: 'rifa',
      entityId: id,
      description: `Retomou as vendas de “${resumed.title}”.`,
    });
    return { ok: true };
  });
}

async function findPauseRejection(trx: Transaction<DB>, id: string): Promise<PauseResult> {
  const rifa = await trx
    .selectFrom('rifas')
    .select(shownStatusOf('rifas').as('status'))
    .where('id', '=', id)
    .executeTakeFirst();
  return rifa ? { ok: false, code: 'RIFA_STATE', status: rifa.status } : { ok: false, code: 'NOT_FOUND' };
}
