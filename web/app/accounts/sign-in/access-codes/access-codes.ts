/** Purchase and sign-in without a password, through endpoints that the auth client does not cover. */
import { TERMS, TERMS_METADATA } from '@mare/domain/accounts/terms.ts';
import { CONNECTION_FAILED } from '../../../fetching/failures/connection-failed.ts';
import { accessToken, authClient, storedSession } from '../../../session/session.ts';
import { authErrorMessage, authFaultMessage } from '../../auth-error-messages.ts';

interface Tokens {
  access_token: string;
  refresh_token: string;
}

export interface ExpressBuyer {
  name: string;
  email: string;
  phone: string;
}

interface AuthFailure {
  ok: false;
  sentence: string;
  /** The service has read the request and rejected it; false during an outage. */
  isRejection: boolean;
}

type AuthResult<Value> = { ok: true; value: Value } | AuthFailure;

/** A session of an account, not of this browser. */
export type OtherTokens = Tokens;

/** Opens an account and its session in this browser; the form shows the terms. @returns the error message to show, or null */
export async function openExpressAccount(
  { name, email, phone }: ExpressBuyer,
  captchaToken: string | undefined,
): Promise<string | null> {
  const data = { name: name.trim(), [TERMS_METADATA]: TERMS.version };
  const opened = await post<Tokens>('/express', { email: email.trim(), phone, data }, captchaToken);
  return (await startSession(opened))?.sentence ?? null;
}

/** @returns the request id, sent back together with the code; the same for a known and an unknown contact */
export async function requestAccessCode(
  contact: string,
  captchaToken: string | undefined,
): Promise<AuthResult<string>> {
  const response = await post<{ access_id: string }>('/access-codes', { contact }, captchaToken);
  return response.ok ? { ok: true, value: response.value.access_id } : response;
}

/**
 * @param onOther called instead of starting the session, if the code belongs to another account that has the stated
 * address
 */
export async function enterWithCode(
  accessId: string,
  code: string,
  onOther?: (tokens: OtherTokens) => void,
): Promise<AuthFailure | null> {
  const result = await post<Tokens & { user: { id: string } }>('/access-codes/verify', {
    access_id: accessId,
    code,
    opens_owner: onOther !== undefined,
  });
  const own = storedSession()?.user.id;
  if (result.ok && onOther && own && result.value.user.id !== own) {
    onOther(result.value);
    return null;
  }
  return startSession(result);
}

async function startSession(result: AuthResult<Tokens>): Promise<AuthFailure | null> {
  if (!result.ok) return result;
  const { access_token, refresh_token } = result.value;
  const { error } = await (await authClient()).setSession({ access_token, refresh_token });
  return error && { ok: false, sentence: authErrorMessage(error), isRejection: true };
}

async function post<Value>(path: string, body: object, captchaToken?: string): Promise<AuthResult<Value>> {
  try {
    const token = await accessToken();
    const response = await fetch(`/auth/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({
        ...body,
        ...(captchaToken && { gotrue_meta_security: { captcha_token: captchaToken } }),
      }),
    });
    if (response.ok) return { ok: true, value: (await response.json()) as Value };
    if (response.status >= 500)
      return { ok: false, sentence: authFaultMessage(response.status), isRejection: false };
    const error = (await response.json()) as { code: string; message: string };
    return { ok: false, sentence: authErrorMessage(error), isRejection: true };
  } catch {
    return { ok: false, sentence: CONNECTION_FAILED, isRejection: false };
  }
}
