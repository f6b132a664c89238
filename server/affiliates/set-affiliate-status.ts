import type { AffiliateStatus } from '@mare/contract/affiliates.ts';
import { recordActivity } from '../notifications/record-activity.ts';
import type { Platform } from '../platform/platform.ts';

/**
 * A suspended affiliate's link counts nothing and earns nothing; what was earned before stays.
 * @returns false when there is no such affiliate
 */
export async function setAffiliateStatus(
  platform: Pick<Platform, 'db' | 'clock'>,
  change: { id: string; status: AffiliateStatus; userId: string; ipAddress: string | null },
): Promise<boolean> {
  return platform.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('affiliates')
      .select('status')
      .where('id', '=', change.id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) return false;
    if (before.status === change.status) return true;
    await trx.updateTable('affiliates').set({ status: change.status }).where('id', '=', change.id).execute();
    await recordActivity(trx, platform, {
      userId: change.userId,
      action: 'set-affiliate-status',
      entityType: 'affiliate',
      entityId: change.id,
      description: change.status === 'active' ? 'Afiliado reativado' : 'Afiliado suspenso',
      details: { before: before.status, after: change.status },
      ipAddress: change.ipAddress,
    });
    return true;
  });
}
