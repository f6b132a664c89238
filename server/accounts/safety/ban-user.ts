import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Principal } from '../../platform/http/api.ts';
import { hasOtherAdmin } from './last-admin.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

export interface Ban {
  userId: string;
  /** End of the ban; null lifts it. */
  until: Date | null;
  /** For the activity log. */
  reason: string;
}

export type BanUserResult =
  | { ok: true }
  | { ok: false; code: 'NOT_FOUND' | 'CANNOT_TARGET_SELF' | 'LAST_ADMIN' };

/** Bans an account until a date: ends all sessions and blocks every sign-in. */
export async function banUser(
  platform: Pick<Platform, 'db' | 'clock'>,
  by: Pick<Principal, 'userId'> & { ipAddress: string | null },
  { userId, until, reason }: Ban,
): Promise<BanUserResult> {
  if (by.userId === userId) return { ok: false, code: 'CANNOT_TARGET_SELF' };
  return inTransaction<BanUserResult>(platform.db, async (trx) => {
    const now = platform.clock.now();
    if (until && !(await hasOtherAdmin(trx, userId, now))) return { ok: false, code: 'LAST_ADMIN' };
    const changed = await trx
      .updateTable('auth.users')
      .set({ bannedUntil: until, updatedAt: now })
      .where('id', '=', userId)
      // A deleted account stays banned.
      .where('id', 'not in', (eb) =>
        eb.selectFrom('profiles').select('id').where('id', '=', userId).where('deletedAt', 'is not', null),
      )
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return { ok: false, code: 'NOT_FOUND' };
    if (until) await trx.deleteFrom('auth.sessions').where('userId', '=', userId).execute();
    await recordActivity(trx, platform, {
      userId: by.userId,
      action: until ? 'ban-user' : 'unban-user',
      entityType: 'user',
      entityId: userId,
      description: until ? 'Bloqueou uma conta.' : 'Desbloqueou uma conta.',
      details: { reason, until: until?.toISOString() ?? null },
      ipAddress: by.ipAddress,
    });
    return { ok: true };
  });
}
