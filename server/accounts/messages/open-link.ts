import type { Auth, Client, Executor } from '../auth.ts';
import { issueAuthCode } from '../flows/flow-states.ts';
import { grant, reject, type Outcome, type Rejection } from '../protocol/outcome.ts';
import { withParameters } from '../protocol/redirects.ts';
import { respondWithSession, startSession, type SessionResponse } from '../sessions/start-session.ts';
import { findUser, type Session, type User } from '../accounts.queries.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { findByLink, type OneTimeToken } from './one-time-tokens.ts';
import { expiredLink, AWAITS_OTHER_LINK, kindsOfType, redeem } from './redeem-token.ts';

export interface Link {
  token: string | undefined;
  type: string | undefined;
  /** Already checked against the allowed redirect URLs. */
  redirectTo: string;
}

type OpenedLink = ({ session: Session } | { code: string } | { message: string }) & {
  needsPassword?: boolean;
};

/** Opens an e-mail link. @returns the redirect URL, also for errors */
export async function openLink(auth: Auth, link: Link, client: Client): Promise<Outcome<string>> {
  if (!link.token) return reject(400, 'validation_failed', 'Verify requires a token or a token hash');
  const kinds = kindsOfType(link.type);
  if (!kinds) return reject(400, 'validation_failed', 'Verify requires a verification type');
  const token = link.token;
  const followed = await inTransaction<Outcome<OpenedLink>>(auth.db, async (trx) => {
    const row = await findByLink(auth, trx, token, kinds);
    if (!row) return expiredLink();
    return row.flowId ? continueFlow(auth, trx, row, row.flowId) : enter(auth, trx, row, client);
  });
  if (!followed.ok) return grant(withError(link.redirectTo, followed));
  if ('message' in followed.value)
    return grant(withParameters(link.redirectTo, { message: followed.value.message }, 'both'));
  const redirectTo = followed.value.needsPassword ? newPasswordUrl(auth) : link.redirectTo;
  if ('code' in followed.value)
    return grant(withParameters(redirectTo, { code: followed.value.code }, 'query'));
  const response = await respondWithSession(auth, grant(followed.value.session));
  if (!response.ok) return grant(withError(redirectTo, response));
  return grant(withSession(redirectTo, response.value, link.type!));
}

/** PKCE flow: the requesting browser holds the verifier. The link is valid until its code is exchanged. */
async function continueFlow(
  auth: Auth,
  trx: Executor,
  row: OneTimeToken,
  flowId: string,
): Promise<Outcome<OpenedLink>> {
  const flow = await trx
    .selectFrom('auth.flowStates')
    .select(['codeIssuedAt', 'userId'])
    .where('id', '=', flowId)
    .executeTakeFirstOrThrow();
  let user: User | undefined;
  if (flow.codeIssuedAt) user = flow.userId ? await findUser(trx, flow.userId) : undefined;
  else {
    const redeemed = await redeem(auth, trx, row);
    if (!redeemed.ok) return redeemed;
    if (redeemed.value.awaitsOtherLink) return grant({ message: AWAITS_OTHER_LINK });
    user = redeemed.value.user;
    await trx.updateTable('auth.flowStates').set({ userId: user.id }).where('id', '=', flowId).execute();
  }
  if (!user) return expiredLink();
  const code = await issueAuthCode(auth, trx, flowId);
  return grant({ code, needsPassword: needsPassword(row, user) });
}

/** Without PKCE the link itself signs in, once. */
async function enter(
  auth: Auth,
  trx: Executor,
  row: OneTimeToken,
  client: Client,
): Promise<Outcome<OpenedLink>> {
  await trx.deleteFrom('auth.oneTimeTokens').where('id', '=', row.id).execute();
  const redeemed = await redeem(auth, trx, row);
  if (!redeemed.ok) return redeemed;
  if (redeemed.value.awaitsOtherLink) return grant({ message: AWAITS_OTHER_LINK });
  const { user, method } = redeemed.value;
  const session = await startSession(auth, trx, user.id, method, client);
  return grant({ session, needsPassword: needsPassword(row, user) });
}

/** The link opened an account that has no password yet. */
function needsPassword({ kind }: OneTimeToken, user: User): boolean {
  return (kind === 'signup' || kind === 'recovery') && user.passwordHash === null;
}

function newPasswordUrl({ settings }: Auth): string {
  return new URL('/auth/nova-senha', settings.siteUrl).href;
}

export function withError(redirectTo: string, rejection: Rejection): string {
  const error = rejection.status >= 500 ? 'server_error' : 'access_denied';
  const parameters = { error, error_code: rejection.code, error_description: rejection.message };
  return withParameters(redirectTo, parameters, 'both');
}

/** Implicit flow: tokens in the fragment, which is not sent to servers. */
export function withSession(redirectTo: string, session: SessionResponse, type: string): string {
  const { access_token, refresh_token, expires_in, expires_at, token_type } = session;
  const parameters = {
    access_token,
    refresh_token,
    expires_in: String(expires_in),
    expires_at: String(expires_at),
    token_type,
    type,
  };
  return withParameters(redirectTo, parameters, 'fragment');
}
