import { recordActivity } from '../../activity-log/record-activity.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Principal } from '../../platform/http/api.ts';
import { enqueueNotice } from '../messages/send-auth-notice.job.ts';
import { SECURITY_PAGE } from '../safety/if-not-you.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

export type ResetSecondFactorResult = { ok: true } | { ok: false; code: 'NOT_FOUND' | 'CANNOT_TARGET_SELF' };

/**
 * Removes a lost second factor with the passkeys and recovery codes: the password alone signs in again. Ends all sessions and notifies the owner by e-mail and
 * in the shop. Admins remove their own factor on the security page, which requires a code.
 */
export async function resetSecondFactor(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>,
  by: Pick<Principal, 'userId'> & { ipAddress: string | null },
  { userId, reason }: { userId: string; reason: string },
): Promise<ResetSecondFactorResult> {
  if (by.userId === userId) return { ok: false, code: 'CANNOT_TARGET_SELF' };
  return inTransaction<ResetSecondFactorResult>(platform.db, async (trx) => {
    const removed = await trx
      .deleteFrom('auth.mfaFactors')
      .where('userId', '=', userId)
      .where('status', '=', 'verified')
      .executeTakeFirst();
    const passkeys = await trx.deleteFrom('auth.passkeys').where('userId', '=', userId).executeTakeFirst();
    if (removed.numDeletedRows + passkeys.numDeletedRows === 0n) return { ok: false, code: 'NOT_FOUND' };
    await trx.deleteFrom('auth.recoveryCodes').where('userId', '=', userId).execute();
    await trx.deleteFrom('auth.sessions').where('userId', '=', userId).execute();
    const { email } = await trx
      .selectFrom('auth.users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    await enqueueNotice(platform, trx, 'factor_removed', email, null);
    await sendNotification(trx, platform, {
      userId,
      type: 'warning',
      title: 'Verificação em duas etapas desativada',
      message: 'A nossa equipe desligou, porque o código se perdeu. Ative de novo com o seu aparelho atual.',
      data: { href: SECURITY_PAGE },
    });
    await recordActivity(trx, platform, {
      userId: by.userId,
      action: 'reset-second-factor',
      entityType: 'user',
      entityId: userId,
      description: 'Desligou a verificação em duas etapas de uma conta.',
      details: { reason },
      ipAddress: by.ipAddress,
    });
    return { ok: true };
  });
}
