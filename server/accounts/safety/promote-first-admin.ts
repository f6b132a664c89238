import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Executor } from '../auth.ts';
import type { User } from '../accounts.queries.ts';

/**
 * Makes the user with ADMIN_EMAIL an admin once there is no other and the address is confirmed by mail. Further admins are
 * appointed in the panel.
 */
export async function promoteFirstAdmin(
  platform: Pick<Platform, 'config' | 'clock'>,
  trx: Executor,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<void> {
  const { adminEmail } = platform.config;
  if (adminEmail === null || email?.toLowerCase() !== adminEmail) return;
  const made = await trx
    .updateTable('profiles')
    .set({ role: 'admin' })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('profiles as other').select('other.id').where('other.role', '=', 'admin')),
      ),
    )
    .executeTakeFirst();
  if (made.numUpdatedRows === 0n) return;
  await recordActivity(trx, platform, {
    userId: id,
    action: 'change-role',
    entityType: 'user',
    entityId: id,
    description: 'Passou a cuidar da loja: é o primeiro acesso de administração.',
    details: { before: { role: 'buyer' }, after: { role: 'admin' } },
  });
}
