import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordSecurityEvent } from '../safety/audit.ts';
import type { Auth } from '../auth.ts';
import { findUser, lockSession, type Session } from '../accounts.queries.ts';
import { grant, reject, type Outcome, type Rejection } from '../protocol/outcome.ts';
import type { Limit } from '../../platform/database/rate-limits.ts';
import { spendOrReject } from '../protocol/limit-rate.ts';
import { isBanned } from '../sign-in/sign-in-with-password.ts';
import { renewSession } from './renew-session.ts';
import { respondWithSession, findRefreshKey, type SessionResponse } from './start-session.ts';
import { decodeRefreshToken, isGenuine, checkRefresh } from '../tokens/refresh-token.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

const PER_SESSION: Limit = { name: 'refresh', hits: 60, seconds: 60 };

/** Exchanges a refresh token for new tokens. Reuse of an old one revokes the session. */
export async function refreshSession(auth: Auth, text: unknown): Promise<Outcome<SessionResponse>> {
  const token = typeof text === 'string' ? decodeRefreshToken(text) : null;
  if (!token) return reject(400, 'validation_failed', 'Refresh token is not valid');
  const refreshed = await inTransaction<Outcome<Session>>(auth.db, async (trx) => {
    const session = await lockSession(trx, token.sessionId);
    const key = session && findRefreshKey(auth, session);
    if (!session || !key || !isGenuine(token, key)) return notFound();
    const tooMany = await spendOrReject(trx, auth.clock, PER_SESSION, session.id);
    if (tooMany) return tooMany;
    const user = await findUser(trx, session.userId);
    if (isBanned(auth, user!)) return reject(400, 'user_banned', 'Invalid Refresh Token: User Banned');
    const secondsSinceRefresh = secondsSince(auth, session.refreshedAt);
    if (isOver(auth, session)) {
      await endSession(trx, session.id);
      return reject(400, 'session_expired', 'Invalid Refresh Token: Session Expired (Inactivity)');
    }
    const state = { counter: session.refreshCounter, floor: session.refreshFloor, secondsSinceRefresh };
    const verdict = checkRefresh(token.counter, state, auth.settings.reuseSeconds);
    if (verdict === 'rejected') return notFound();
    if (verdict === 'reused') {
      await endSession(trx, session.id);
      await recordSecurityEvent(auth, trx, session.userId, 'session_reuse_detected', null);
      return reject(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
    }
    if (verdict !== 'rotate') return grant(session);
    return grant(
      session.renewAtRefresh ? await renewSession(auth, trx, session) : await rotate(auth, trx, session.id),
    );
  });
  return respondWithSession(auth, refreshed);
}

/** Past its inactivity or absolute lifetime. */
function isOver(auth: Auth, { createdAt, refreshedAt }: Session): boolean {
  const { inactivitySeconds, timeBoxSeconds } = auth.settings;
  if (timeBoxSeconds > 0 && secondsSince(auth, createdAt) > timeBoxSeconds) return true;
  return secondsSince(auth, refreshedAt) > inactivitySeconds;
}

function secondsSince({ clock }: Auth, moment: Date): number {
  return (clock.now().getTime() - moment.getTime()) / 1000;
}

function rotate(auth: Auth, trx: Transaction<DB>, sessionId: string): Promise<Session> {
  return trx
    .updateTable('auth.sessions')
    .set((row) => ({ refreshCounter: row('refreshCounter', '+', 1), refreshedAt: auth.clock.now() }))
    .where('id', '=', sessionId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function endSession(trx: Transaction<DB>, sessionId: string): Promise<void> {
  await trx.deleteFrom('auth.sessions').where('id', '=', sessionId).execute();
}

function notFound(): Rejection {
  return reject(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
}
