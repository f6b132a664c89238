/** OAuth identities linked to the account. */
import type { Provider, UserIdentity } from '@supabase/auth-js';
import { links } from '../../links.ts';
import { attemptAuth } from '../attempt-auth.ts';
import { authClient } from '../../session/session.ts';

/** @throws when the auth service cannot be reached */
async function readIdentities(): Promise<UserIdentity[]> {
  const { data, error } = await (await authClient()).getUserIdentities();
  if (error) throw error;
  return data.identities;
}

export const ownIdentities = { queryKey: ['identities'], queryFn: readIdentities, staleTime: 0 };

/** Redirects to the provider, which redirects back. @returns the error message to show */
export function linkProvider(provider: Provider): Promise<string | null> {
  const redirectTo = window.location.origin + links.security();
  return attemptAuth((client) => client.linkIdentity({ provider, options: { redirectTo } }));
}

/** @returns the error message to show, or null */
export function unlinkIdentity(identity: UserIdentity): Promise<string | null> {
  return attemptAuth((client) => client.unlinkIdentity(identity));
}
