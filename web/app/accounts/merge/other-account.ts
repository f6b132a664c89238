/** Session of another account of the same person, held in memory in addition to the session of this browser. */
import type { AuthClient } from '../../session/create-auth-client.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { authClient, isSecondFactorPending } from '../../session/session.ts';
import { authErrorMessage, UNEXPECTED_AUTH_ERROR } from '../auth-error-messages.ts';
import { startSecondFactor, type SecondFactor } from '../security/second-factor.ts';
import type { OtherTokens } from '../sign-in/access-codes/access-codes.ts';

export type OtherAccount = AuthClient;

async function newClient(): Promise<OtherAccount> {
  const { createInMemoryAuthClient } = await import('../../session/create-auth-client.ts');
  return createInMemoryAuthClient();
}

/** @returns tokens of the account with this password, or the error message to show */
export async function signInToOther(
  email: string,
  password: string,
  captchaToken: string | undefined,
): Promise<OtherTokens | string> {
  try {
    const account = await newClient();
    const { data, error } = await account.signInWithPassword({ email, password, options: { captchaToken } });
    return error ? authErrorMessage(error) : data.session;
  } catch {
    return UNEXPECTED_AUTH_ERROR;
  }
}

/** @returns the session, with the factor that it still has to pass, or the error message to show */
export async function openOtherAccount(
  tokens: OtherTokens,
): Promise<{ account: OtherAccount; factor: SecondFactor | null } | string> {
  try {
    const account = await newClient();
    const { data, error } = await account.setSession(tokens);
    if (error) return authErrorMessage(error);
    if (!data.session || !isSecondFactorPending(data.session)) return { account, factor: null };
    const factor = await startSecondFactor(account.mfa);
    return typeof factor === 'string' ? factor : { account, factor };
  } catch {
    return UNEXPECTED_AUTH_ERROR;
  }
}

/** @returns the error message to show, or null */
export async function proveOtherAccount(
  { mfa }: OtherAccount,
  { id, challengeId }: SecondFactor,
  code: string,
): Promise<string | null> {
  try {
    const { error } = challengeId
      ? await mfa.verify({ factorId: id, challengeId, code })
      : await mfa.challengeAndVerify({ factorId: id, code });
    return error && authErrorMessage(error);
  } catch {
    return UNEXPECTED_AUTH_ERROR;
  }
}

/**
 * Merges the account of this browser into the other one, whose session this browser then uses.
 * @returns the error message, or null
 */
export async function mergeIntoOtherAccount(account: OtherAccount): Promise<string | null> {
  const { data } = await account.getSession();
  if (!data.session) return UNEXPECTED_AUTH_ERROR;
  const { access_token, refresh_token } = data.session;
  try {
    await queries.accounts.mergeIntoAccount.call({ accessToken: access_token });
  } catch (failure) {
    return errorMessage(failure);
  }
  const { error } = await (await authClient()).setSession({ access_token, refresh_token });
  return error && authErrorMessage(error);
}

/** Ends the session on the server. */
export async function signOutOtherAccount(account: OtherAccount): Promise<void> {
  await account.signOut({ scope: 'local' }).catch(() => undefined);
}
