/** The user as returned to the auth client, without hashes, tokens or secrets. */
import type { Executor } from '../auth.ts';
import { factorsOf, type Factor } from '../factors/factors.queries.ts';
import { identitiesOf, type Identity, type User } from '../accounts.queries.ts';

export type UserView = Record<string, unknown>;

/**
 * @param aal of the caller's session: below `aal2`, the user of an account with a second factor is shown without its
 * data.
 */
export async function viewUser(db: Executor, user: User, aal: string): Promise<UserView> {
  const factors = await factorsOf(db, user.id);
  if (isSecondFactorPending(factors, aal)) return viewPendingUser(user, factors);
  return composeView(user, await identitiesOf(db, user.id), factors);
}

export function isSecondFactorPending(factors: Pick<Factor, 'status'>[], aal: string): boolean {
  return aal !== 'aal2' && factors.some(({ status }) => status === 'verified');
}

/** Data of the sign-in screen's second step. */
function viewPendingUser(user: User, factors: Factor[]): UserView {
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    phone: '',
    app_metadata: {},
    user_metadata: {},
    identities: [],
    factors: factors
      .filter(({ status }) => status === 'verified')
      .map((factor) => viewFactor({ ...factor, phone: null })),
    created_at: user.createdAt,
    is_anonymous: false,
  };
}

export function composeView(user: User, identities: Identity[], factors: Factor[] = []): UserView {
  return withoutEmpty({
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    email_confirmed_at: user.emailConfirmedAt,
    confirmed_at: user.emailConfirmedAt,
    confirmation_sent_at: user.confirmationSentAt,
    recovery_sent_at: user.recoverySentAt,
    new_email: user.newEmail,
    email_change_sent_at: user.emailChangeSentAt,
    last_sign_in_at: user.lastSignInAt,
    banned_until: user.bannedUntil,
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    identities: identities.map(viewIdentity),
    factors: factors.length > 0 ? factors.map(viewFactor) : null,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
    is_anonymous: false,
  });
}

function viewIdentity(identity: Identity): Record<string, unknown> {
  return withoutEmpty({
    identity_id: identity.id,
    id: identity.providerId,
    user_id: identity.userId,
    provider: identity.provider,
    identity_data: identity.identityData,
    email: identity.email,
    last_sign_in_at: identity.lastSignInAt ?? identity.createdAt,
    created_at: identity.createdAt,
    updated_at: identity.updatedAt,
  });
}

function viewFactor(factor: Factor): Record<string, unknown> {
  return withoutEmpty({
    id: factor.id,
    factor_type: factor.factorType,
    status: factor.status,
    friendly_name: factor.friendlyName,
    phone: factor.phone,
    created_at: factor.createdAt,
    updated_at: factor.updatedAt,
    last_challenged_at: factor.lastChallengedAt,
  });
}

function withoutEmpty(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}
