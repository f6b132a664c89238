import { normalizeEmail } from '@mare/domain/accounts/security/credentials.ts';
import { recordSecurityEvent } from '../safety/audit.ts';
import type { Auth, Client, Executor } from '../auth.ts';
import { findUser, findUserByEmail, lockUser, type User } from '../accounts.queries.ts';
import type { AuthCaller } from '../authenticate.ts';
import { beginEmailChange, emailTaken } from '../messages/change-email.ts';
import { voidPendingTokens } from '../messages/one-time-tokens.ts';
import { enqueueMessage, limitMessages } from '../messages/request-message.ts';
import { recordReversibleChange } from '../security/reversible-changes.ts';
import { mergeMetadata, validateMetadata } from './metadata.ts';
import { grant, reject, type Outcome, type Rejection } from '../protocol/outcome.ts';
import { hashPassword, isPassword, validateChosenPassword } from '../sign-in/passwords.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { viewUser, type UserView } from './user-view.ts';

export interface UserChanges {
  /** Merged into the current metadata; null removes a key. */
  metadata: Record<string, unknown> | undefined;
  password: string | undefined;
  email: string | undefined;
  /** PKCE challenge of the browser, for the links that confirm a new e-mail. */
  challenge: string | null;
  /** Already checked against the allowed redirect URLs. */
  redirectTo: string;
}

/** Validated changes; slow work such as hashing is done before rows are locked. */
interface Prepared {
  passwordHash: string | null;
  email: string | null;
}

/**
 * Changes the caller's account. A new password ends the other sessions; a new e-mail takes effect once both addresses
 * have confirmed.
 */
export async function updateUser(
  auth: Auth,
  caller: AuthCaller,
  changes: UserChanges,
  client: Client,
): Promise<Outcome<UserView>> {
  const prepared = await prepare(auth, caller, changes);
  if (!prepared.ok) return prepared;
  return inTransaction<Outcome<UserView>>(auth.db, async (trx) => {
    const user = await lockUser(trx, caller.userId);
    if (!user) return reject(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    const rejection = changes.metadata && (await storeMetadata(trx, user, changes.metadata));
    if (rejection) return rejection;
    if (prepared.value.passwordHash)
      await storePassword(auth, trx, caller, user, prepared.value.passwordHash, client);
    if (prepared.value.email) await requestEmailChange(auth, trx, user, prepared.value.email, changes);
    await trx
      .updateTable('auth.users')
      .set({ updatedAt: auth.clock.now() })
      .where('id', '=', user.id)
      .execute();
    return grant(await viewUser(trx, (await findUser(trx, user.id))!, caller.aal));
  });
}

async function prepare(auth: Auth, caller: AuthCaller, changes: UserChanges): Promise<Outcome<Prepared>> {
  const email = await prepareEmail(auth, caller, changes.email);
  if (!email.ok) return email;
  const passwordHash = await preparePassword(auth, caller, changes.password);
  if (!passwordHash.ok) return passwordHash;
  return grant({ email: email.value, passwordHash: passwordHash.value });
}

async function preparePassword(
  auth: Auth,
  caller: AuthCaller,
  password: string | undefined,
): Promise<Outcome<string | null>> {
  if (password === undefined) return grant(null);
  const user = await findUser(auth.db, caller.userId);
  const { name } = (user?.userMetadata ?? {}) as { name?: unknown };
  const rejection = await validateChosenPassword(auth, password, { name, email: caller.email });
  if (rejection) return rejection;
  if (user?.passwordHash && (await isPassword(password, user.passwordHash)))
    return reject(422, 'same_password', 'New password should be different from the old password.');
  return grant(await hashPassword(password));
}

async function prepareEmail(
  auth: Auth,
  caller: AuthCaller,
  typed: string | undefined,
): Promise<Outcome<string | null>> {
  if (!typed) return grant(null);
  const email = normalizeEmail(typed);
  if (!email) return reject(400, 'validation_failed', 'Unable to validate email address: invalid format');
  if (email === caller.email) return grant(null);
  if (await findUserByEmail(auth.db, email)) return emailTaken();
  return (await limitMessages(auth, 'email_change', email)) ?? grant(email);
}

async function storeMetadata(
  trx: Executor,
  user: User,
  changes: Record<string, unknown>,
): Promise<Rejection | null> {
  const merged = mergeMetadata(user.userMetadata as Record<string, unknown>, changes);
  const rejection = validateMetadata(merged);
  if (rejection) return rejection;
  await trx
    .updateTable('auth.users')
    .set({ userMetadata: JSON.stringify(merged) })
    .where('id', '=', user.id)
    .execute();
  return null;
}

async function storePassword(
  auth: Auth,
  trx: Executor,
  caller: AuthCaller,
  user: User,
  passwordHash: string,
  client: Client,
): Promise<void> {
  await trx.updateTable('auth.users').set({ passwordHash }).where('id', '=', user.id).execute();
  await trx
    .deleteFrom('auth.sessions')
    .where('userId', '=', user.id)
    .where('id', '!=', caller.sessionId)
    .execute();
  // An attacker may have a copy of this session's tokens.
  await trx
    .updateTable('auth.sessions')
    .set({ renewAtRefresh: true })
    .where('id', '=', caller.sessionId)
    .execute();
  await voidPendingTokens(trx, user.id);
  await recordSecurityEvent(auth, trx, user.id, 'password_changed', client);
  // An undo does not restore the old password; it requires a new one.
  await recordReversibleChange(auth, trx, {
    owner: { userId: user.id },
    kind: 'password_changed',
    before: {},
    to: [user.email],
  });
}

async function requestEmailChange(
  auth: Auth,
  trx: Executor,
  user: User,
  email: string,
  { challenge, redirectTo }: UserChanges,
): Promise<void> {
  await beginEmailChange(auth, trx, user, email);
  await enqueueMessage(auth, trx, {
    kind: 'email_change',
    email: user.email ?? email,
    challenge,
    redirectTo,
  });
}
