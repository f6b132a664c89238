import type { EditedAutomation } from '@mare/contract/campaigns/automations-admin.ts';
import { changedFields } from '@mare/domain/admin/changed-fields.ts';
import type { Automation } from '@mare/domain/campaigns/automations.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectSteps } from './automations.queries.ts';
import { saveSteps } from './save-steps.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;

/**
 * Queued mails keep their due time, and are skipped once the automation is off.
 *
 * @returns VERSION_CONFLICT also for a step that the automation does not have
 */
export async function saveAutomation(
  platform: Deps,
  by: PanelUser,
  change: { key: Automation; version: number; automation: EditedAutomation },
): Promise<{ ok: true; version: number } | { ok: false; code: 'VERSION_CONFLICT' }> {
  const { key, version, automation } = change;
  const { active, steps } = automation;
  return platform.db.transaction().execute(async (trx) => {
    const { version: current, active: wasActive } = await trx
      .selectFrom('emailAutomations')
      .select(['version', 'active'])
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const before = await selectSteps(trx, key);
    const isKnown = steps.every(({ id }) => id === null || before.some((step) => step.id === id));
    if (current !== version || !isKnown) return { ok: false, code: 'VERSION_CONFLICT' };
    await trx
      .updateTable('emailAutomations')
      .set({ active, version: version + 1 })
      .where('key', '=', key)
      .execute();
    await saveSteps(trx, platform, key, { before, steps });
    const { subject } = steps[0]!;
    await recordActivity(trx, platform, {
      ...by,
      action: 'change-automation',
      entityType: 'automation',
      entityId: key,
      description: `Alterou o e-mail automático “${subject}”.`,
      details: {
        ...changedFields({ active: wasActive, ...numbered(before) }, { active, ...numbered(steps) }),
      },
    });
    return { ok: true, version: version + 1 };
  });
}

/** Steps as numbered fields, so that the log shows which steps changed. */
function numbered(steps: EditedAutomation['steps']): Record<string, unknown> {
  return Object.fromEntries(
    steps.map(({ delayMinutes, subject, body, buttonLabel, buttonPath }, at) => [
      `step${at + 1}`,
      { delayMinutes, subject, body, buttonLabel, buttonPath },
    ]),
  );
}
