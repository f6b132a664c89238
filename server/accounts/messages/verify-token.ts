import { normalizeEmail } from '@mare/domain/accounts/security/credentials.ts';
import type { Session } from '../accounts.queries.ts';
import type { Auth, Client, Executor } from '../auth.ts';
import { grant, reject, type Outcome } from '../protocol/outcome.ts';
import { resetRateLimit, type Limit } from '../../platform/database/rate-limits.ts';
import { spendOrReject } from '../protocol/limit-rate.ts';
import { respondWithSession, startSession, type SessionResponse } from '../sessions/start-session.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { findByCode, findByLink, voidCodes, type OneTimeToken, type TokenKind } from './one-time-tokens.ts';
import { expiredCode, expiredLink, AWAITS_OTHER_LINK, kindsOfType, redeem } from './redeem-token.ts';

const WRONG_CODES: Limit = { name: 'wrong-code', hits: 10, seconds: 300 };

export interface VerifyForm {
  type: string | undefined;
  tokenHash: string | undefined;
  email: string | undefined;
  token: string | undefined;
}

type Verified = Session | { msg: string; code: '200' };

/** Exchanges a typed code or a link token for a session, once. */
export async function verifyToken(
  auth: Auth,
  form: VerifyForm,
  client: Client,
): Promise<Outcome<SessionResponse | { msg: string; code: string }>> {
  const kinds = kindsOfType(form.type);
  if (!kinds) return reject(400, 'validation_failed', 'Verify requires a verification type');
  if (Boolean(form.tokenHash) === Boolean(form.token))
    return reject(400, 'validation_failed', 'Verify requires a token or a token hash');
  if (form.tokenHash && form.email)
    return reject(400, 'validation_failed', 'Only the token_hash and type should be provided');
  const verified = form.tokenHash
    ? await verifyLinkToken(auth, form.tokenHash, kinds, client)
    : await verifyCode(auth, form, kinds, client);
  if (!verified.ok) return verified;
  return 'msg' in verified.value ? grant(verified.value) : respondWithSession(auth, grant(verified.value));
}

function verifyLinkToken(
  auth: Auth,
  token: string,
  kinds: TokenKind[],
  client: Client,
): Promise<Outcome<Verified>> {
  return inTransaction(auth.db, async (trx) => {
    const row = await findByLink(auth, trx, token, kinds);
    return row ? redeemAndDelete(auth, trx, row, client) : expiredLink();
  });
}

async function verifyCode(
  auth: Auth,
  form: VerifyForm,
  kinds: TokenKind[],
  client: Client,
): Promise<Outcome<Verified>> {
  const email = normalizeEmail(form.email ?? '');
  if (!email) return reject(400, 'validation_failed', 'Unable to validate email address: invalid format');
  // The key is the token kind, not the requested type: `email` is an alias of `signup`.
  const key = `${kinds[0]} ${email}`;
  const tooMany = await spendOrReject(auth.db, auth.clock, WRONG_CODES, key);
  if (tooMany) {
    await voidCodes(auth.db, email, kinds);
    return tooMany;
  }
  return inTransaction<Outcome<Verified>>(auth.db, async (trx) => {
    const row = await findByCode(auth, trx, email, form.token!, kinds);
    if (!row) return expiredCode();
    await resetRateLimit(trx, WRONG_CODES, key);
    return redeemAndDelete(auth, trx, row, client);
  });
}

async function redeemAndDelete(
  auth: Auth,
  trx: Executor,
  row: OneTimeToken,
  client: Client,
): Promise<Outcome<Verified>> {
  await trx.deleteFrom('auth.oneTimeTokens').where('id', '=', row.id).execute();
  if (row.flowId) await trx.deleteFrom('auth.flowStates').where('id', '=', row.flowId).execute();
  const redeemed = await redeem(auth, trx, row);
  if (!redeemed.ok) return redeemed;
  if (redeemed.value.awaitsOtherLink) return grant({ msg: AWAITS_OTHER_LINK, code: '200' });
  return grant(await startSession(auth, trx, redeemed.value.user.id, redeemed.value.method, client));
}
