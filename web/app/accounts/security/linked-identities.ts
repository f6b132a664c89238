/** Accounts at other sites that open this one, through the auth client. */
import type { Provider, UserIdentity } from '@supabase/auth-js';
import { links } from '../../links.ts';
import { attemptAuth } from '../attempt-auth.ts';
import { authClient } from '../../session/session.ts';

/** @throws when the server cannot be asked. */
async function readIdentities(): Promise<UserIdentity[]> {
  const { data, error } = await (await authClient()).getUserIdentities();
  if (error) throw error;
  return data.identities;
}

export const ownIdentities = { queryKey: ['identities'], queryFn: readIdentities, staleTime: 0 };

/** Leaves for the provider, which sends the person back. @returns the sentence of what went wrong. */
export function linkProvider(provider: Provider): Promise<string | null> {
  const redirectTo = window.location.origin + links.security();
  return attemptAuth((client) => client.linkIdentity({ provider, options: { redirectTo } }));
}

/** @returns the sentence of what went wrong, or null. */
export function unlinkIdentity(identity: UserIdentity): Promise<string | null> {
  return attemptAuth((client) => client.unlinkIdentity(identity));
}
