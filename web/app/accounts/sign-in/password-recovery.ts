/** Password recovery: a link or a six-digit code by e-mail, then a new password. */
import { attemptAuth } from '../attempt-auth.ts';
import { checkNewPassword } from './authenticate-with.ts';
import { links } from '../../links.ts';

export function requestRecovery(email: string, captchaToken?: string): Promise<string | null> {
  const redirectTo = `${window.location.origin}${links.newPassword()}`;
  return attemptAuth((client) => client.resetPasswordForEmail(email.trim(), { redirectTo, captchaToken }));
}

export function enterWithRecoveryCode(email: string, code: string): Promise<string | null> {
  const token = code.replaceAll(/\D/g, '');
  return attemptAuth((client) => client.verifyOtp({ email: email.trim(), token, type: 'recovery' }));
}

export async function changePassword(password: string, confirmation: string): Promise<string | null> {
  const unfit = checkNewPassword(password, confirmation);
  if (unfit) return unfit;
  return attemptAuth(async (client) => {
    const changed = await client.updateUser({ password });
    // Ends copies of this session: the server gives it new tokens only.
    if (!changed.error) await client.refreshSession();
    return changed;
  });
}
