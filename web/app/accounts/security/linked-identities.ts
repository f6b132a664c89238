/** Accounts at other sites that open this one, through the auth client. */
import type { Provider, UserIdentity } from '@supabase/auth-js';
import { links } from '../../links.ts';
import { sentenceForAuthError, UNEXPECTED_AUTH_ERROR } from '../auth-sentences.ts';
import { authClient } from '../session.ts';

/** @throws when the server cannot be asked. */
async function readIdentities(): Promise<UserIdentity[]> {
  const { data, error } = await (await authClient()).getUserIdentities();
  if (error) throw error;
  return data.identities;
}

export const ownIdentities = { queryKey: ['identities'], queryFn: readIdentities, staleTime: 0 };

/** Leaves for the provider, which sends the person back. @returns the sentence of what went wrong. */
export async function linkProvider(provider: Provider): Promise<string | null> {
  try {
    const redirectTo = window.location.origin + links.security();
    const { error } = await (await authClient()).linkIdentity({ provider, options: { redirectTo } });
    return error && sentenceForAuthError(error);
  } catch {
    return UNEXPECTED_AUTH_ERROR;
  }
}

/** @returns the sentence of what went wrong, or null. */
export async function unlinkIdentity(identity: UserIdentity): Promise<string | null> {
  try {
    const { error } = await (await authClient()).unlinkIdentity(identity);
    return error && sentenceForAuthError(error);
  } catch {
    return UNEXPECTED_AUTH_ERROR;
  }
}
