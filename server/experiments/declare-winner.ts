import { canDeclareWinner } from '@mare/domain/experiments/results.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import type { PanelUser } from '../platform/http/api.ts';
import type { Platform } from '../platform/platform.ts';
import { listTestResults } from './experiments.queries.ts';

export type DeclareWinnerResult = { ok: true } | { ok: false; code: 'NOT_FOUND' | 'VERSION_CONFLICT' };

/** Ends a running test with a winner. Of two concurrent calls, the first one wins. */
export async function declareWinner(
  platform: Pick<Platform, 'db' | 'clock'>,
  by: PanelUser,
  { id, variantId }: { id: string; variantId: string },
): Promise<DeclareWinnerResult> {
  return platform.db.transaction().execute(async (trx) => {
    const result = (await listTestResults(trx)).find((one) => one.id === id);
    const winner = result?.variants.find((variant) => variant.id === variantId);
    if (!result || !winner) return { ok: false, code: 'NOT_FOUND' };
    if (!canDeclareWinner(result.variants)) return { ok: false, code: 'VERSION_CONFLICT' };
    const ended = await trx
      .updateTable('abTests')
      .set({ status: 'completed', endedAt: platform.clock.now(), winnerVariantId: variantId })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .executeTakeFirst();
    if (ended.numUpdatedRows === 0n) return { ok: false, code: 'VERSION_CONFLICT' };
    await recordActivity(trx, platform, {
      ...by,
      action: 'declare-winner',
      entityType: 'experiment',
      entityId: id,
      description: `Declarou “${winner.name}” vencedora do teste “${result.name}”.`,
    });
    return { ok: true };
  });
}
