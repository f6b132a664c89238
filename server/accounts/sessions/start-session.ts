import type { Auth, Client, Executor } from '../auth.ts';
import { recordSecurityEvent } from '../safety/audit.ts';
import { recordDevice } from './record-device.ts';
import { findUser, type Session } from '../accounts.queries.ts';
import { grant, reject, type Outcome } from '../protocol/outcome.ts';
import { encodeRefreshToken } from '../tokens/refresh-token.ts';
import { claimableMetadata } from '../profile/metadata.ts';
import { signAccessToken } from '../tokens/access-token.ts';
import { factorsOf } from '../factors/factors.queries.ts';
import { isSecondFactorPending, viewUser, type UserView } from '../profile/user-view.ts';

/** Authentication methods, as in the `amr` claim. */
export type Method =
  | 'password'
  | 'otp'
  /** The purchase that opened the account. */
  | 'express'
  | 'recovery'
  | 'oauth'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'mfa/recovery_code';

export interface MethodUse {
  method: Method;
  /** Unix seconds. */
  timestamp: number;
}

/** The session as returned to the client. */
export interface SessionResponse {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  /** Unix seconds. */
  expires_at: number;
  refresh_token: string;
  user: UserView;
}

const USER_AGENT_MAX_CHARACTERS = 512;

/**
 * Creates a session for an authenticated user, in the caller's transaction.
 *
 * @param passkeyId the passkey that signs in: the session starts at aal2
 */
export async function startSession(
  auth: Auth,
  trx: Executor,
  userId: string,
  method: Method,
  client: Client,
  passkeyId: string | null = null,
): Promise<Session> {
  const now = auth.clock.now();
  const id = auth.random.uuid();
  const amr: MethodUse[] = [{ method, timestamp: Math.floor(now.getTime() / 1000) }];
  await trx.updateTable('auth.users').set({ lastSignInAt: now }).where('id', '=', userId).execute();
  await recordSecurityEvent(auth, trx, userId, 'signed_in', client);
  await recordDevice(auth, trx, userId, client);
  return trx
    .insertInto('auth.sessions')
    .values({
      id,
      userId,
      refreshKey: auth.vault.seal(auth.random.bytes(32), sessionRow(id)),
      aal: passkeyId ? 'aal2' : 'aal1',
      passkeyId,
      amr: JSON.stringify(amr),
      userAgent: client.userAgent?.slice(0, USER_AGENT_MAX_CHARACTERS) ?? null,
      ip: client.ipAddress,
      createdAt: now,
      refreshedAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Issues the tokens of a session. Call it after the transaction, so that signing does not hold locks.
 */
export async function respondWithSession(
  auth: Auth,
  started: Outcome<Session>,
): Promise<Outcome<SessionResponse>> {
  if (!started.ok) return started;
  const session = started.value;
  const user = await findUser(auth.db, session.userId);
  if (!user) return reject(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const pending = isSecondFactorPending(await factorsOf(auth.db, user.id), session.aal);
  const { token, expiresAt } = await signAccessToken(auth, user.id, {
    email: user.email ?? '',
    phone: pending ? '' : (user.phone ?? ''),
    app_metadata: pending ? {} : user.appMetadata,
    user_metadata: pending ? {} : claimableMetadata(user.userMetadata),
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
  });
  return grant({
    access_token: token,
    token_type: 'bearer',
    expires_in: auth.settings.accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: encodeRefreshToken(session.id, session.refreshCounter, refreshKeyOf(auth, session)),
    user: await viewUser(auth.db, user, session.aal),
  });
}

export function refreshKeyOf(auth: Auth, session: Session): Buffer {
  return auth.vault.open(session.refreshKey, sessionRow(session.id));
}

/** Finds the refresh key of a session. @returns null if its secret is no longer accepted, which ends the session */
export function findRefreshKey(auth: Auth, session: Session): Buffer | null {
  return auth.vault.tryOpen(session.refreshKey, sessionRow(session.id));
}

export function sessionRow(id: string): string {
  return `session:${id}`;
}
