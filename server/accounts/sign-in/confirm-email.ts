import { sql } from 'kysely';
import type { User } from '../accounts.queries.ts';
import type { Auth, Executor } from '../auth.ts';
import { insertEmailIdentity } from '../create-user.ts';
import { voidPendingTokens, type OneTimeToken } from '../messages/one-time-tokens.ts';
import { saveProviders } from '../providers/save-providers.ts';
import { removeCredentials, replaceUnconfirmed } from './open-account.ts';

/**
 * Confirms the e-mail address of an account, which the caller has proved to own. An account that was never confirmed is
 * emptied. One whose address staff corrected keeps its data.
 * @param metadata of an account that is emptied
 * @param token stays valid for the caller
 */
export async function confirmEmail(
  auth: Auth,
  trx: Executor,
  user: User,
  metadata: Record<string, unknown>,
  token?: OneTimeToken,
): Promise<{ isReplaced: boolean }> {
  const email = user.email!;
  if (user.emailCorrectedAt) await confirmCorrected(auth, trx, user, token);
  else await replaceUnconfirmed(auth, trx, user, { email, passwordHash: null, metadata }, token);
  return { isReplaced: !user.emailCorrectedAt };
}

/**
 * The second factor, passkeys and other identities stay, so that a correction does not get around them. The password
 * does not, as the correction may have followed its theft: the owner of the address chooses another one.
 */
async function confirmCorrected(auth: Auth, trx: Executor, user: User, token?: OneTimeToken): Promise<void> {
  const now = auth.clock.now();
  await confirmExpress(trx, user.id, now, token);
  await trx
    .updateTable('auth.users')
    .set({ passwordHash: null, emailConfirmedAt: now, emailCorrectedAt: null, updatedAt: now })
    .where('id', '=', user.id)
    .execute();
  await trx.deleteFrom('auth.sessions').where('userId', '=', user.id).execute();
  await voidPendingTokens(trx, user.id, token);
  const verified = await trx
    .updateTable('auth.identities')
    .set({ identityData: sql`identity_data || '{"email_verified": true}'`, updatedAt: now })
    .where('userId', '=', user.id)
    .where('provider', '=', 'email')
    .returning('id')
    .executeTakeFirst();
  if (verified) return;
  const metadata = user.userMetadata as Record<string, unknown>;
  await insertEmailIdentity(auth, trx, user.id, { email: user.email!, metadata, confirmed: true });
  await saveProviders(trx, user.id);
}

/** A stranger may have opened an express account with this contact. Its first confirmation ends their credentials. */
async function confirmExpress(trx: Executor, userId: string, now: Date, token?: OneTimeToken): Promise<void> {
  const confirmed = await trx
    .updateTable('expressAccounts')
    .set({ confirmedBy: 'email', confirmedAt: now })
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  if (confirmed) await removeCredentials(trx, userId, token);
}
