import type { Auth, Executor } from '../auth.ts';
import { findUserByEmail, lockUser, type User } from '../accounts.queries.ts';
import { recordAcceptanceOfSignUp } from '../terms/accepted-terms.ts';
import { insertEmailIdentity, insertUser, nameIn } from '../create-user.ts';
import { voidPendingTokens } from '../messages/one-time-tokens.ts';
import type { OneTimeToken } from '../messages/one-time-tokens.ts';

/** Initial data of an account. */
export interface AccountStart {
  id?: string;
  /** In lower case. */
  email: string;
  passwordHash: string | null;
  metadata: Record<string, unknown>;
  /** When the sign-up was sent; now by default. */
  signedUpAt?: Date;
}

/**
 * Creates the account of a confirmed e-mail address. An account whose address was never confirmed is emptied and given
 * to the caller. @returns the user's id, or null when the address has an account that was confirmed, with this address
 * or with the one before a correction.
 * @throws a unique violation when another request creates the account at the same time.
 */
export async function openAccount(auth: Auth, trx: Executor, start: AccountStart): Promise<string | null> {
  const known = await findUserByEmail(trx, start.email);
  if (!known) return insertUser(auth, trx, { ...start, confirmed: true });
  const user = (await lockUser(trx, known.id))!;
  if (!isNeverConfirmed(user)) return null;
  await replaceUnconfirmed(auth, trx, user, start);
  return user.id;
}

/** Whether another person may have made the account. */
export function isNeverConfirmed(user: Pick<User, 'emailConfirmedAt' | 'emailCorrectedAt'>): boolean {
  return user.emailConfirmedAt === null && user.emailCorrectedAt === null;
}

/** Nothing of an unconfirmed account survives its confirmation: another person may have made it. */
export async function replaceUnconfirmed(
  auth: Auth,
  trx: Executor,
  user: User,
  { email, passwordHash, metadata, signedUpAt }: Omit<AccountStart, 'id'>,
  token?: OneTimeToken,
): Promise<void> {
  const now = auth.clock.now();
  await removeCredentials(trx, user.id, token);
  await insertEmailIdentity(auth, trx, user.id, { email, metadata, confirmed: true });
  await trx
    .updateTable('auth.users')
    .set({
      passwordHash,
      userMetadata: JSON.stringify(metadata),
      appMetadata: EMAIL_ONLY,
      emailConfirmedAt: now,
      updatedAt: now,
    })
    .where('id', '=', user.id)
    .execute();
  await trx
    .updateTable('profiles')
    .set({ name: nameIn(metadata), phone: null, cpf: null, birthDate: null, city: null, state: null })
    .where('id', '=', user.id)
    .execute();
  await trx.deleteFrom('termsAcceptances').where('userId', '=', user.id).execute();
  await recordAcceptanceOfSignUp(trx, user.id, { metadata, at: signedUpAt ?? now });
}

/** Leaves the account with its e-mail identity and no password. @param token stays valid for the caller. */
export async function resetCredentials(
  auth: Auth,
  trx: Executor,
  user: User,
  token?: OneTimeToken,
): Promise<void> {
  await removeCredentials(trx, user.id, token);
  const metadata = user.userMetadata as Record<string, unknown>;
  await insertEmailIdentity(auth, trx, user.id, { email: user.email!, metadata, confirmed: true });
  await trx.updateTable('auth.users').set({ appMetadata: EMAIL_ONLY }).where('id', '=', user.id).execute();
}

const EMAIL_ONLY = JSON.stringify({ provider: 'email', providers: ['email'] });

/** Removes every way into an account: password, sessions, factors, identities, links, a change of e-mail under way. */
export async function removeCredentials(trx: Executor, userId: string, token?: OneTimeToken): Promise<void> {
  await trx
    .updateTable('auth.users')
    .set({ passwordHash: null, newEmail: null, newEmailAccepted: false, currentEmailAccepted: false })
    .where('id', '=', userId)
    .execute();
  await trx.deleteFrom('auth.sessions').where('userId', '=', userId).execute();
  await trx.deleteFrom('auth.mfaFactors').where('userId', '=', userId).execute();
  await trx.deleteFrom('auth.passkeys').where('userId', '=', userId).execute();
  await trx.deleteFrom('auth.recoveryCodes').where('userId', '=', userId).execute();
  await trx.deleteFrom('auth.identities').where('userId', '=', userId).execute();
  await trx.deleteFrom('auth.knownDevices').where('userId', '=', userId).execute();
  await voidPendingTokens(trx, userId, token);
}
