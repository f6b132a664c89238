/** A forgotten password: a link or a six-digit code by e-mail, then a new password. */
import { sentenceForAuthError, UNEXPECTED_AUTH_ERROR } from '../auth-sentences.ts';
import { checkNewPassword } from './authenticate-with.ts';
import { links } from '../../links.ts';
import { authClient } from '../session.ts';

type AuthClient = Awaited<ReturnType<typeof authClient>>;

/** @returns the sentence of what went wrong, or null. */
async function attempt(
  work: (client: AuthClient) => Promise<{ error: { code?: string; message: string } | null }>,
): Promise<string | null> {
  try {
    const { error } = await work(await authClient());
    return error && sentenceForAuthError(error);
  } catch {
    return UNEXPECTED_AUTH_ERROR;
  }
}

export function requestRecovery(email: string, captchaToken?: string): Promise<string | null> {
  const redirectTo = `${window.location.origin}${links.newPassword()}`;
  return attempt((client) => client.resetPasswordForEmail(email.trim(), { redirectTo, captchaToken }));
}

export function enterWithRecoveryCode(email: string, code: string): Promise<string | null> {
  const token = code.replaceAll(/\D/g, '');
  return attempt((client) => client.verifyOtp({ email: email.trim(), token, type: 'recovery' }));
}

export async function changePassword(password: string, confirmation: string): Promise<string | null> {
  return checkNewPassword(password, confirmation) ?? attempt((client) => client.updateUser({ password }));
}
