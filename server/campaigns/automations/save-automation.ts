import type { EditedAutomation } from '@mare/contract/campaigns/campaigns-admin.ts';
import { changedFields } from '@mare/domain/admin/changed-fields.ts';
import type { Automation } from '@mare/domain/campaigns/automations.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';

/** Queued messages keep their due time, and are skipped once the automation is off. */
export async function saveAutomation(
  platform: Pick<Platform, 'db' | 'clock'>,
  by: PanelUser,
  change: { key: Automation; version: number; automation: EditedAutomation },
): Promise<{ ok: true; version: number } | { ok: false; code: 'VERSION_CONFLICT' }> {
  const { key, version, automation } = change;
  return platform.db.transaction().execute(async (trx) => {
    const {
      key: _key,
      version: _version,
      ...before
    } = await trx.selectFrom('emailAutomations').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
    const { numUpdatedRows } = await trx
      .updateTable('emailAutomations')
      .set({ ...automation, version: version + 1 })
      .where('key', '=', key)
      .where('version', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ok: false, code: 'VERSION_CONFLICT' };
    await recordActivity(trx, platform, {
      ...by,
      action: 'change-automation',
      entityType: 'automation',
      entityId: key,
      description: `Alterou o e-mail automático “${automation.subject}”.`,
      details: { ...changedFields(before, automation) },
    });
    return { ok: true, version: version + 1 };
  });
}
