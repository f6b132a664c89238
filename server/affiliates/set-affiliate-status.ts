import type { AffiliateStatus } from '@mare/domain/affiliates/affiliate-state.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import { sendNotification } from '../notifications/send-notification.ts';
import type { Platform } from '../platform/platform.ts';

/**
 * A suspended affiliate's link counts no clicks and earns nothing; earlier commissions stay. A notification gives the
 * affiliate the reason. Optimistic: the first of two concurrent changes wins.
 */
export async function setAffiliateStatus(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  change: {
    id: string;
    status: AffiliateStatus;
    from: AffiliateStatus;
    /** Reason, which the affiliate reads. */
    reason: string;
    userId: string;
    ipAddress: string | null;
  },
): Promise<{ ok: true } | { ok: false; code: 'NOT_FOUND' | 'VERSION_CONFLICT' }> {
  return platform.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('affiliates')
      .select(['status', 'userId'])
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
      details: { before: before.status, after: change.status, reason: change.reason },
      ipAddress: change.ipAddress,
    });
    const isActive = change.status === 'active';
    await sendNotification(trx, platform, {
      userId: before.userId,
      type: isActive ? 'success' : 'warning',
      title: isActive ? 'Seu link de afiliado voltou a valer' : 'Seu link de afiliado foi suspenso',
      message: isActive
        ? `Novas vendas pelo seu link contam de novo. Motivo: ${change.reason}`
        : `Novas vendas pelo seu link não contam. O que você já ganhou continua seu. Motivo: ${change.reason}`,
      data: { href: '/afiliado' },
    });
    return { ok: true };
  });
}
