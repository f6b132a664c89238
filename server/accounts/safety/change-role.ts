import type { AccountRole } from '@mare/contract/accounts/accounts.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Principal } from '../../platform/http/api.ts';
import { hasOtherAdmin } from './last-admin.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

export interface RoleChange {
  userId: string;
  /** The role that the admin saw. */
  from: AccountRole;
  to: AccountRole;
}

export type ChangeRoleResult = { ok: true } | { ok: false; code: 'LAST_ADMIN' | 'VERSION_CONFLICT' };

const ROLE_NAMES: Record<AccountRole, string> = {
  buyer: 'cliente',
  support: 'atendimento',
  admin: 'administração',
};

/** Takes effect with the user's next request. */
export async function changeRole(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  by: Pick<Principal, 'userId'> & { address: string | null },
  { userId, from, to }: RoleChange,
): Promise<ChangeRoleResult> {
  return inTransaction<ChangeRoleResult>(platform.db, async (trx) => {
    const isSafe = to === 'admin' || (await hasOtherAdmin(trx, userId, platform.clock.now()));
    if (!isSafe) return { ok: false, code: 'LAST_ADMIN' };
    const changed = await trx
      .updateTable('profiles')
      .set({ role: to, adminSince: to === 'admin' ? platform.clock.now() : null })
      .where('id', '=', userId)
      .where('role', '=', from)
      .where('deletedAt', 'is', null)
      .returning('name')
      .executeTakeFirst();
    if (!changed) return { ok: false, code: 'VERSION_CONFLICT' };
    await recordActivity(trx, platform, {
      userId: by.userId,
      action: 'change-role',
      entityType: 'user',
      entityId: userId,
      description: `Mudou o papel de ${changed.name ?? 'uma pessoa'} de ${ROLE_NAMES[from]} para ${ROLE_NAMES[to]}.`,
      details: { before: { role: from }, after: { role: to } },
      ipAddress: by.address,
    });
    await sendNotification(trx, platform, {
      userId,
      type: 'info',
      title: 'Seu acesso mudou',
      message: `Sua conta agora tem acesso de ${ROLE_NAMES[to]}.`,
    });
    return { ok: true };
  });
}
