import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';

export type RemoveDraftResult = { ok: true } | { ok: false; code: 'NOT_FOUND' | 'RIFA_PUBLISHED' };

/** Only a rifa that was never public can be deleted. */
export async function removeDraft(
  platform: Pick<Platform, 'db' | 'clock'>,
  by: PanelUser,
  id: string,
): Promise<RemoveDraftResult> {
  return platform.db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('rifas')
      .where('id', '=', id)
      .where('status', '=', 'draft')
      .where('publishedAt', 'is', null)
      .returning('title')
      .executeTakeFirst();
    if (!removed) {
      const exists = await trx.selectFrom('rifas').select('id').where('id', '=', id).executeTakeFirst();
      return { ok: false, code: exists ? 'RIFA_PUBLISHED' : 'NOT_FOUND' };
    }
    await recordActivity(trx, platform, {
      ...by,
      action: 'delete-rifa',
      entityType: 'rifa',
      entityId: id,
      description: `Excluiu o rascunho “${removed.title}”.`,
    });
    return { ok: true };
  });
}
