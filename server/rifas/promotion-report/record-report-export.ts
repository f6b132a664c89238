import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';

/** Action of the activity log entry of an export; its entity is the rifa. */
export const PROMOTION_REPORT_EXPORTED = 'export-promotion-report';

export function recordReportExport(
  platform: Pick<Platform, 'db' | 'clock'>,
  by: PanelUser,
  rifa: { id: string; title: string },
): Promise<void> {
  return recordActivity(platform.db, platform, {
    ...by,
    action: PROMOTION_REPORT_EXPORTED,
    entityType: 'rifa',
    entityId: rifa.id,
    description: `Exportou a prestação de contas de ${rifa.title}.`,
  });
}
