import type { Auth, Client, Executor } from '../auth.ts';
import { findUserByEmail, lockUser, type Session } from '../accounts.queries.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { expiredCode } from '../messages/redeem-token.ts';
import { grant, type Outcome } from '../protocol/outcome.ts';
import { respondWithSession, startSession, type SessionResponse } from '../sessions/start-session.ts';
import { validateSignIn } from '../sign-in/sign-in-with-password.ts';
import { CODE_TRIES, isAccessCode } from './access-code.ts';
import { confirmExpressAccount } from './confirm-express-account.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface CodeForm {
  accessId: string | undefined;
  code: string | undefined;
  opensOwner?: boolean | undefined;
}

/**
 * Exchanges a code for a session, once. Five wrong codes invalidate the request.
 * @param form with `opensOwner`, a code sent to an address that has an account signs in to that account, as it does
 * for a signed-out caller; the express account does not change
 * @returns `otp_expired` (403) for a wrong, late or unknown code alike; `user_banned` (400); `email_exists` (422) if
 * another account has the address that the code confirms
 */
export async function enterWithCode(
  auth: Auth,
  { accessId, code, opensOwner = false }: CodeForm,
  client: Client,
): Promise<Outcome<SessionResponse>> {
  if (!accessId || !UUID.test(accessId)) return expiredCode();
  const started = await inTransaction<Outcome<Session>>(auth.db, async (trx) => {
    const taken = await takeCode(auth, trx, accessId, code?.replaceAll(/\D/g, '') ?? '');
    const user = taken && (await lockUser(trx, taken.userId));
    if (!user) return expiredCode();
    const rejection =
      validateSignIn(auth, user) ?? (await confirmExpressAccount(auth, trx, user, taken.proves));
    if (opensOwner && rejection?.code === 'email_exists')
      return (await openOwner(auth, trx, user.id, client)) ?? rejection;
    return rejection ?? grant(await startSession(auth, trx, user.id, 'otp', client));
  });
  return respondWithSession(auth, started);
}

/**
 * A session of the account that owns the e-mail address of the express account; null if no account has confirmed it.
 */
async function openOwner(
  auth: Auth,
  trx: Executor,
  expressId: string,
  client: Client,
): Promise<Outcome<Session> | null> {
  const { email } = await trx
    .selectFrom('expressAccounts')
    .select('email')
    .where('userId', '=', expressId)
    .executeTakeFirstOrThrow();
  const owner = await findUserByEmail(trx, email);
  if (!owner?.emailConfirmedAt) return null;
  return validateSignIn(auth, owner) ?? grant(await startSession(auth, trx, owner.id, 'otp', client));
}

/** Counts the attempt before it compares the code. */
async function takeCode(
  auth: Auth,
  trx: Executor,
  accessId: string,
  code: string,
): Promise<{ userId: string; proves: 'email' | 'phone' } | null> {
  const tried = await trx
    .updateTable('accessCodes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', accessId)
    .where('endsAt', '>', auth.clock.now())
    .where('tries', '<', CODE_TRIES)
    .returning(['userId', 'proves', 'codeHash as hash'])
    .executeTakeFirst();
  if (!tried?.hash || !isAccessCode(auth, accessId, { code, hash: tried.hash })) return null;
  await trx.deleteFrom('accessCodes').where('id', '=', accessId).execute();
  return { userId: tried.userId!, proves: tried.proves as 'email' | 'phone' };
}
