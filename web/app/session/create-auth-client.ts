/** Auth clients, in one chunk with their library. */
import { AuthClient as Client } from '@supabase/auth-js';
import { authTransport, type ReadSession } from './auth-transport.ts';

export type AuthClient = InstanceType<typeof Client>;

/** Client of the browser's session. @param storageKey of the session in local storage, which `read` returns */
export function createAuthClient(storageKey: string, read: ReadSession): AuthClient {
  return new Client({
    ...baseOptions(read),
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
    ...baseOptions(() => null),
    storageKey: 'mare.other',
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}

function baseOptions(read: ReadSession) {
  return { url: `${window.location.origin}/auth/v1`, fetch: authTransport(read) };
}
