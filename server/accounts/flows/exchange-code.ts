import type { Auth, Client } from '../auth.ts';
import { findUser, type Session } from '../accounts.queries.ts';
import { grant, reject, type Outcome } from '../protocol/outcome.ts';
import { validateSignIn } from '../sign-in/sign-in-with-password.ts';
import {
  respondWithSession,
  startSession,
  type Method,
  type SessionResponse,
} from '../sessions/start-session.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AUTH_CODE_SECONDS, hashOf, matchesChallenge } from './flow-states.ts';

/** Exchanges an auth code and its PKCE verifier for a session, once. */
export async function exchangeCode(
  auth: Auth,
  form: { authCode: string | undefined; verifier: string | undefined },
  client: Client,
): Promise<Outcome<SessionResponse>> {
  const { authCode, verifier } = form;
  if (!authCode || !verifier) {
    const message = 'invalid request: both auth code and code verifier should be non-empty';
    return reject(400, 'validation_failed', message);
  }
  const started = await inTransaction<Outcome<Session>>(auth.db, async (trx) => {
    const flow = await trx
      .selectFrom('auth.flowStates')
      .selectAll()
      .where('authCodeHash', '=', hashOf(authCode))
      .forUpdate()
      .executeTakeFirst();
    if (!flow?.codeIssuedAt || !flow.userId || !flow.codeChallenge)
      return reject(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
    const age = (auth.clock.now().getTime() - flow.codeIssuedAt.getTime()) / 1000;
    if (age > AUTH_CODE_SECONDS)
      return reject(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
    if (!matchesChallenge(flow.codeChallenge, verifier)) {
      const message = 'code challenge does not match previously saved code verifier';
      return reject(400, 'bad_code_verifier', message);
    }
    await trx.deleteFrom('auth.flowStates').where('id', '=', flow.id).execute();
    const rejection = validateSignIn(auth, (await findUser(trx, flow.userId))!);
    return rejection ?? grant(await startSession(auth, trx, flow.userId, flow.method as Method, client));
  });
  return respondWithSession(auth, started);
}
