import { validatePasswordLength, normalizeEmail } from '@mare/domain/accounts/security/credentials.ts';
import type { Auth, Client } from '../auth.ts';
import { findUserByEmail, lockUser, type Session, type User } from '../accounts.queries.ts';
import { grant, reject, type Outcome, type Rejection } from '../protocol/outcome.ts';
import { hashPassword, isOutdatedHash, isPassword } from './passwords.ts';
import { isPendingPassword } from './pending-sign-ups.ts';
import { resetRateLimit, type Limit } from '../../platform/database/rate-limits.ts';
import { networkOf } from '../../platform/network.ts';
import { peekOrReject, spendOrReject } from '../protocol/limit-rate.ts';
import { respondWithSession, startSession, type SessionResponse } from '../sessions/start-session.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

const FROM_ONE_NETWORK: Limit = { name: 'failed-password-network', hits: 10, seconds: 300 };
const FROM_ANYWHERE: Limit = { name: 'failed-password', hits: 100, seconds: 3600 };

/** Unknown e-mail, missing password and wrong password give the same answer in the same time. */
export async function signInWithPassword(
  auth: Auth,
  form: { email: string | undefined; password: string | undefined },
  client: Client,
): Promise<Outcome<SessionResponse>> {
  if (!form.email) return reject(400, 'validation_failed', 'missing email or phone');
  const email = normalizeEmail(form.email);
  if (!email || !form.password || validatePasswordLength(form.password) === 'long') return wrongCredentials();

  const tooMany = await tooManyFailures(auth, email, client);
  if (tooMany) return tooMany;
  const user = await findUserByEmail(auth.db, email);
  if (!(await isPassword(form.password, user?.passwordHash))) {
    await spendOrReject(auth.db, auth.clock, FROM_ONE_NETWORK, networkKey(email, client));
    await spendOrReject(auth.db, auth.clock, FROM_ANYWHERE, email);
    return (await isPendingPassword(auth, email, form.password)) ? notConfirmed() : wrongCredentials();
  }
  // Checked again: concurrent guesses must not exceed the limit.
  const tooManyByNow = await tooManyFailures(auth, email, client);
  if (tooManyByNow) return tooManyByNow;
  const rejection = validateSignIn(auth, user!);
  if (rejection) return rejection;
  const rehashed = isOutdatedHash(user!.passwordHash!) ? await hashPassword(form.password) : null;

  const started = await inTransaction<Outcome<Session>>(auth.db, async (trx) => {
    const current = await lockUser(trx, user!.id);
    if (current?.passwordHash !== user!.passwordHash) return wrongCredentials();
    if (rehashed)
      await trx
        .updateTable('auth.users')
        .set({ passwordHash: rehashed })
        .where('id', '=', user!.id)
        .execute();
    await resetRateLimit(trx, FROM_ONE_NETWORK, networkKey(email, client));
    await resetRateLimit(trx, FROM_ANYWHERE, email);
    return grant(await startSession(auth, trx, user!.id, 'password', client));
  });
  return respondWithSession(auth, started);
}

/** Rejects authenticated users who are banned or unconfirmed; null if they may sign in. */
export function validateSignIn(auth: Auth, user: User): Rejection | null {
  if (isBanned(auth, user)) return reject(400, 'user_banned', 'User is banned');
  if (user.email && !user.emailConfirmedAt) return notConfirmed();
  return null;
}

export function isBanned({ clock }: Pick<Auth, 'clock'>, user: Pick<User, 'bannedUntil'>): boolean {
  return user.bannedUntil !== null && user.bannedUntil > clock.now();
}

async function tooManyFailures(auth: Auth, email: string, client: Client): Promise<Rejection | null> {
  const here = await peekOrReject(auth.db, auth.clock, FROM_ONE_NETWORK, networkKey(email, client));
  if (here) return here;
  const anywhere = await peekOrReject(auth.db, auth.clock, FROM_ANYWHERE, email);
  if (!anywhere || auth.settings.captcha) return null;
  // Distributed guessing must not lock out the owner's usual network.
  return (await isUsualNetwork(auth, email, client)) ? null : anywhere;
}

/** Whether the account has an open session from that network. */
async function isUsualNetwork({ db }: Auth, email: string, client: Client): Promise<boolean> {
  const sessions = await db
    .selectFrom('auth.sessions as session')
    .innerJoin('auth.users as person', 'person.id', 'session.userId')
    .select('session.ip')
    .where('person.email', '=', email)
    .execute();
  const here = networkOf(client.ipAddress);
  return client.ipAddress !== null && sessions.some(({ ip }) => networkOf(ip) === here);
}

function networkKey(email: string, client: Client): string {
  return `${email} ${networkOf(client.ipAddress)}`;
}

function notConfirmed(): Rejection {
  return reject(400, 'email_not_confirmed', 'Email not confirmed');
}

function wrongCredentials(): Rejection {
  return reject(400, 'invalid_credentials', 'Invalid login credentials');
}
