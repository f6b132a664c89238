import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Auth, Executor } from '../auth.ts';
import type { OneTimeToken } from '../messages/one-time-tokens.ts';
import { resetCredentials } from '../sign-in/open-account.ts';
import type { User } from '../accounts.queries.ts';

/**
 * Makes the user with ADMIN_EMAIL an admin once there is no other and the address is confirmed by mail. The account loses
 * its password and all other credentials, as another person may have created it: the owner chooses a password after the
 * link. Further admins are appointed in the panel.
 * @param token the link or code in use, which stays valid
 */
export async function promoteFirstAdmin(
  auth: Auth,
  trx: Executor,
  user: User,
  token: OneTimeToken,
): Promise<void> {
  const { id, email } = user;
  const { adminEmail } = auth.config;
  if (adminEmail === null || email?.toLowerCase() !== adminEmail) return;
  const promoted = await trx
    .updateTable('profiles')
    .set({ role: 'admin', adminSince: auth.clock.now() })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('profiles as other').select('other.id').where('other.role', '=', 'admin')),
      ),
    )
    .executeTakeFirst();
  if (promoted.numUpdatedRows === 0n) return;
  await resetCredentials(auth, trx, user, token);
  await recordActivity(trx, auth, {
    userId: id,
    action: 'change-role',
    entityType: 'user',
    entityId: id,
    description: 'Passou a cuidar da loja: é o primeiro acesso de administração.',
    details: { before: { role: 'buyer' }, after: { role: 'admin' } },
  });
}
