import type { AffiliateStatus } from '@mare/domain/affiliates/affiliate-state.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import type { Platform } from '../platform/platform.ts';

/**
 * A suspended affiliate's link counts no clicks and earns nothing; earlier commissions stay. Optimistic: the first of
 * two concurrent changes wins.
 */
export async function setAffiliateStatus(
  platform: Pick<Platform, 'db' | 'clock'>,
  change: {
    id: string;
    status: AffiliateStatus;
    from: AffiliateStatus;
    userId: string;
    ipAddress: string | null;
  },
): Promise<{ ok: true } | { ok: false; code: 'NOT_FOUND' | 'VERSION_CONFLICT' }> {
  return platform.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('affiliates')
      .select('status')
      .where('id', '=', change.id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) return { ok: false, code: 'NOT_FOUND' };
    if (before.status === change.status) return { ok: true };
    if (before.status !== change.from) return { ok: false, code: 'VERSION_CONFLICT' };
    await trx.updateTable('affiliates').set({ status: change.status }).where('id', '=', change.id).execute();
    await recordActivity(trx, platform, {
      userId: change.userId,
      action: 'set-affiliate-status',
      entityType: 'affiliate',
      entityId: change.id,
      description: change.status === 'active' ? 'Afiliado reativado.' : 'Afiliado suspenso.',
      details: { before: before.status, after: change.status },
      ipAddress: change.ipAddress,
    });
    return { ok: true };
  });
}
