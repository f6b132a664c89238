/** Redirect to an OAuth provider and back. Loaded at first use, because most people sign in with a password. */
import type { Provider } from '@supabase/auth-js';
import { links } from '../../../links.ts';
import { attemptAuth } from '../../attempt-auth.ts';
import { authCodeMessage } from '../../auth-error-messages.ts';
import { rememberTermsShown } from '../../terms/accept-terms.ts';

/** The buttons show the terms. Redirects to the provider, which redirects back. @returns the error message to show */
export function enterWithProvider(provider: Provider): Promise<string | null> {
  rememberTermsShown();
  // Keep only this parameter: an earlier attempt may have left error parameters in the URL.
  const returnTo = new URLSearchParams(window.location.search).get('voltar');
  const redirectTo = window.location.origin + links.auth(returnTo);
  return attemptAuth((client) => client.signInWithOAuth({ provider, options: { redirectTo } }));
}

/** Text for a mailed link, where no code was typed. */
const LINK_EXPIRED = 'Este link já foi usado ou venceu. Se não conseguir entrar, peça outro.';

/** Error message from the URL parameters of a redirect (OAuth provider or e-mailed link), or null. */
export function sentenceOfReturn(search: URLSearchParams): string | null {
  const code = search.get('error_code') ?? search.get('error');
  if (code === 'otp_expired') return LINK_EXPIRED;
  return code === null && !search.has('error_description') ? null : authCodeMessage(code ?? '');
}
