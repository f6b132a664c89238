import { clearBounce } from '../../mail/bounces.ts';
import type { Auth, Executor } from '../auth.ts';
import { findUserByEmail, type User } from '../accounts.queries.ts';
import { insertEmailIdentity } from '../create-user.ts';
import { emailTaken } from '../messages/change-email.ts';
import { lockAccount } from '../persons/persons.queries.ts';
import { saveConfirmedPhone } from '../phones/save-confirmed-phone.ts';
import type { Rejection } from '../protocol/outcome.ts';
import { removeCredentials } from '../sign-in/open-account.ts';

/**
 * Records that the caller owns the e-mail address or phone of an express account. The first confirmation ends every
 * earlier session and credential: a stranger may have opened the account with this contact. The orders are kept. Does
 * nothing for other accounts.
 * @param user locked
 * @returns `email_exists` (422) if another account has the address, else null
 */
export async function confirmExpressAccount(
  auth: Auth,
  trx: Executor,
  user: User,
  proves: 'email' | 'phone',
): Promise<Rejection | null> {
  const express = await trx
    .selectFrom('expressAccounts')
    .selectAll()
    .where('userId', '=', user.id)
    .forUpdate()
    .executeTakeFirst();
  // An express account with an e-mail address is a normal account: a correction or a merge in the panel added the
  // address.
  if (!express || user.email !== null) return null;
  const addsEmail = proves === 'email';
  if (express.confirmedAt && !addsEmail) return null;
  if (addsEmail && (await findUserByEmail(trx, express.email))) return emailTaken();
  const now = auth.clock.now();
  if (!express.confirmedAt) {
    await removeCredentials(trx, user.id);
    await trx
      .updateTable('expressAccounts')
      .set({ confirmedBy: proves, confirmedAt: now })
      .where('userId', '=', user.id)
      .execute();
  }
  if (addsEmail) await addEmail(auth, trx, user, express.email);
  else await saveConfirmedPhone(auth, trx, await lockAccount(trx, user.id), express.phone);
  return null;
}

async function addEmail(auth: Auth, trx: Executor, user: User, email: string): Promise<void> {
  const now = auth.clock.now();
  await trx
    .updateTable('auth.users')
    .set({
      email,
      emailConfirmedAt: now,
      appMetadata: JSON.stringify({ provider: 'email', providers: ['email'] }),
      updatedAt: now,
    })
    .where('id', '=', user.id)
    .execute();
  const metadata = user.userMetadata as Record<string, unknown>;
  await insertEmailIdentity(auth, trx, user.id, { email, metadata, confirmed: true });
  await trx.updateTable('profiles').set({ email }).where('id', '=', user.id).execute();
  await clearBounce(trx, email, 'read');
}
