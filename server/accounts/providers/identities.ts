/** Maps provider identities to accounts. */
import { recordReversibleChange } from '../security/reversible-changes.ts';
import { recordSecurityEvent } from '../safety/audit.ts';
import type { Auth, Executor } from '../auth.ts';
import { findUser, findUserByEmail, lockUser, type Identity, type User } from '../accounts.queries.ts';
import { confirmEmail } from '../sign-in/confirm-email.ts';
import { savePendingSignUp } from '../sign-in/pending-sign-ups.ts';
import { enqueueMessage, limitMessages } from '../messages/request-message.ts';
import { grant, reject, type Outcome, type Rejection } from '../protocol/outcome.ts';
import { signUpsClosed } from '../sign-in/sign-up.ts';
import type { ProviderIdentity } from './openid.ts';
import { saveProviders } from './save-providers.ts';

/**
 * Finds the account of the identity, else the one with its e-mail if verified by the provider, else creates one.
 * @returns the user's id
 */
export async function userOfIdentity(
  auth: Auth,
  trx: Executor,
  identity: ProviderIdentity,
): Promise<Outcome<string>> {
  const known = await findIdentity(trx, identity);
  if (known) {
    const lastSignIn = { lastSignInAt: auth.clock.now(), identityData: JSON.stringify(dataOf(identity)) };
    await trx.updateTable('auth.identities').set(lastSignIn).where('id', '=', known.id).execute();
    return grant(known.userId);
  }
  const account = identity.email ? await findUserByEmail(trx, identity.email) : undefined;
  if (!account) return createFromIdentity(auth, trx, identity);
  if (!identity.emailVerified) return unverified();
  await join(auth, trx, account, identity);
  return grant(account.id);
}

/** @returns the user's id, or `identity_already_exists`. */
export async function linkIdentity(
  auth: Auth,
  trx: Executor,
  userId: string,
  identity: ProviderIdentity,
): Promise<Outcome<string>> {
  if (await findIdentity(trx, identity))
    return reject(422, 'identity_already_exists', 'Identity is already linked to another user');
  const id = await addIdentity(auth, trx, userId, identity);
  await recordLinking(auth, trx, userId, id, identity);
  return grant(userId);
}

/** An unconfirmed account may belong to another person: its password and sessions are removed (pre-hijacking). */
async function join(auth: Auth, trx: Executor, account: User, identity: ProviderIdentity): Promise<void> {
  const user = (await lockUser(trx, account.id))!;
  if (!user.emailConfirmedAt) {
    const { name, picture } = identity;
    const metadata = { ...(name && { name }), ...(picture && { avatar_url: picture }) };
    const { isReplaced } = await confirmEmail(auth, trx, user, metadata);
    // The provider's identity takes its place.
    if (isReplaced) await trx.deleteFrom('auth.identities').where('userId', '=', user.id).execute();
  }
  const id = await addIdentity(auth, trx, user.id, identity);
  await recordLinking(auth, trx, user.id, id, identity);
}

async function recordLinking(
  auth: Auth,
  trx: Executor,
  userId: string,
  id: string,
  identity: ProviderIdentity,
): Promise<void> {
  await recordSecurityEvent(auth, trx, userId, 'identity_linked', null);
  const user = await findUser(trx, userId);
  await recordReversibleChange(auth, trx, {
    owner: { userId },
    kind: 'identity_linked',
    before: { id },
    to: [user?.email ?? null, identity.email],
  });
}

async function createFromIdentity(
  auth: Auth,
  trx: Executor,
  identity: ProviderIdentity,
): Promise<Outcome<string>> {
  if (!auth.settings.signUpOpen) return signUpsClosed();
  const now = auth.clock.now();
  const { email, name, picture } = identity;
  const metadata = { ...(name && { name }), ...(picture && { avatar_url: picture }) };
  if (email && !identity.emailVerified) {
    // Without linking the identity: the provider's user has not proved that the e-mail address is theirs.
    if (await limitMessages(auth, 'signup', email)) return unverified();
    const signUpId = await savePendingSignUp(auth, trx, { email, passwordHash: null, metadata });
    const redirectTo = auth.settings.siteUrl;
    await enqueueMessage(auth, trx, { kind: 'signup', email, challenge: null, redirectTo, signUpId });
    return unverified();
  }
  const id = auth.random.uuid();
  await trx
    .insertInto('auth.users')
    .values({
      id,
      email,
      emailConfirmedAt: email ? now : null,
      userMetadata: JSON.stringify(metadata),
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await addIdentity(auth, trx, id, identity);
  await trx.insertInto('profiles').values({ id, email, name, createdAt: now }).execute();
  await recordSecurityEvent(auth, trx, id, 'signed_up', null);
  return grant(id);
}

async function addIdentity(
  auth: Auth,
  trx: Executor,
  userId: string,
  identity: ProviderIdentity,
): Promise<string> {
  const id = auth.random.uuid();
  const now = auth.clock.now();
  await trx
    .insertInto('auth.identities')
    .values({
      id,
      userId,
      provider: identity.provider,
      providerId: identity.subject,
      email: identity.email,
      identityData: JSON.stringify(dataOf(identity)),
      lastSignInAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await saveProviders(trx, userId);
  return id;
}

/** The provider has verified the identity's e-mail. */
export function isVerifiedByProvider({ identityData }: Identity): boolean {
  return (identityData as { email_verified?: unknown }).email_verified === true;
}

function findIdentity(trx: Executor, { provider, subject }: ProviderIdentity): Promise<Identity | undefined> {
  return trx
    .selectFrom('auth.identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('providerId', '=', subject)
    .executeTakeFirst();
}

function dataOf({ subject, email, emailVerified, name, picture }: ProviderIdentity): Record<string, unknown> {
  const optional = {
    ...(email && { email }),
    ...(name && { name }),
    ...(picture && { avatar_url: picture }),
  };
  return { sub: subject, email_verified: emailVerified, phone_verified: false, ...optional };
}

function unverified(): Rejection {
  const message =
    'Unverified email with the identity provider. Verify the email with the provider or confirm it here.';
  return reject(403, 'provider_email_needs_verification', message);
}
