/** The auth client of this browser, in one chunk with its library. */
import { AuthClient as Client } from '@supabase/auth-js';
import { authTransport, type SessionStore } from './auth-transport.ts';

export type AuthClient = InstanceType<typeof Client>;

/** @param storageKey of the session in local storage */
export function createAuthClient(storageKey: string, store: SessionStore): AuthClient {
  return new Client({
    url: `${window.location.origin}/auth/v1`,
    storageKey,
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
    flowType: 'pkce',
    experimental: { recoveryCodes: true },
    fetch: authTransport(store),
  });
}
