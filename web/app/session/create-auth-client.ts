/** Auth clients, in one chunk with their library. */
import { AuthClient as Client } from '@supabase/auth-js';
import { authTransport, type SessionStore } from './auth-transport.ts';

export type AuthClient = InstanceType<typeof Client>;

/** Client of the browser's session. @param storageKey of the session in local storage */
export function createAuthClient(storageKey: string, store: SessionStore): AuthClient {
  return new Client({
    ...baseOptions(store),
    storageKey,
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
    flowType: 'pkce',
    experimental: { recoveryCodes: true },
  });
}

/** Client of a second account. Its session ends with the page. */
export function createInMemoryAuthClient(): AuthClient {
  return new Client({
    ...baseOptions({ read: () => null, replaced: async () => undefined }),
    storageKey: 'mare.other',
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}

function baseOptions(store: SessionStore) {
  return { url: `${window.location.origin}/auth/v1`, fetch: authTransport(store) };
}
