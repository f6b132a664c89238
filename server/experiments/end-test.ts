import { recordActivity } from '../activity-log/record-activity.ts';
import type { PanelUser } from '../platform/http/api.ts';
import type { Platform } from '../platform/platform.ts';

/** Ends a running test without a winner: its slot shows the default again. @returns false when it is not running */
export async function endTest(
  platform: Pick<Platform, 'db' | 'clock'>,
  by: PanelUser,
  id: string,
): Promise<boolean> {
  return platform.db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('abTests')
      .set({ status: 'completed', endedAt: platform.clock.now() })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .returning('name')
      .executeTakeFirst();
    if (!ended) return false;
    await recordActivity(trx, platform, {
      ...by,
      action: 'end-test',
      entityType: 'experiment',
      entityId: id,
      description: `Encerrou o teste A/B “${ended.name}” sem vencedor.`,
    });
    return true;
  });
}
