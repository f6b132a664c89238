/** Sign-up and sign-in with e-mail and password (spec: storefront, sections 5 and 8). */
import { TERMS, TERMS_METADATA } from '@mare/domain/accounts/terms.ts';
import { validatePasswordLength } from '@mare/domain/accounts/security/credentials.ts';
import { links } from '../../links.ts';
import { authErrorMessage, UNEXPECTED_AUTH_ERROR } from '../auth-error-messages.ts';
import { authClient, isSecondFactorPending } from '../../session/session.ts';

export interface Credentials {
  mode: 'sign-in' | 'sign-up';
  name: string;
  email: string;
  password: string;
  confirmation: string;
}

/** A failure without a message means that a step is missing: the second factor, or the link in a mail (`mailed`). */
type Outcome = { ok: true; sentence: string } | { ok: false; sentence: string | null; mailed?: true };

/** @returns the first validation error, or null */
export function checkCredentials({ mode, name, email, password, confirmation }: Credentials): string | null {
  if (!email.trim() || !password) return 'Email e senha são obrigatórios';
  if (mode === 'sign-in') return null;
  if (!name.trim()) return 'Nome é obrigatório';
  return checkNewPassword(password, confirmation);
}

/** @returns the validation error of a new password, or null */
export function checkNewPassword(password: string, confirmation: string): string | null {
  if (password !== confirmation) return 'Senhas não coincidem';
  return validatePasswordLength(password) === 'short' ? 'Senha deve ter pelo menos 6 caracteres' : null;
}

/**
 * @param returnTo path that the link of a confirmation mail leads to
 * @param captchaToken required when the auth service has a captcha configured
 */
export async function authenticateWith(
  { mode, name, email, password }: Credentials,
  returnTo: string | null,
  captchaToken?: string,
): Promise<Outcome> {
  try {
    const client = await authClient();
    const { data, error } =
      mode === 'sign-up'
        ? await client.signUp({
            email: email.trim(),
            password,
            options: {
              captchaToken,
              data: { name: name.trim(), [TERMS_METADATA]: TERMS.version },
              emailRedirectTo: window.location.origin + links.auth(returnTo),
            },
          })
        : await client.signInWithPassword({ email: email.trim(), password, options: { captchaToken } });
    if (error) return { ok: false, sentence: authErrorMessage(error) };
    if (data.session && isSecondFactorPending(data.session)) return { ok: false, sentence: null };
    if (!data.session) return { ok: false, sentence: null, mailed: true };
    return {
      ok: true,
      sentence: mode === 'sign-up' ? 'Conta criada com sucesso! Bem-vindo!' : 'Login realizado com sucesso!',
    };
  } catch {
    return { ok: false, sentence: UNEXPECTED_AUTH_ERROR };
  }
}
