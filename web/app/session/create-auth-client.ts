/** The auth client of this browser, in one chunk with its library. */
import { AuthClient as Client, type Session } from '@supabase/auth-js';

export type AuthClient = InstanceType<typeof Client>;

export interface SessionStore {
  /** Key of the session in local storage. */
  storageKey: string;
  read: () => Session | null;
  /** Waits for a change of the session that is under way. */
  replaced: () => Promise<unknown>;
}

export function createAuthClient({ storageKey, read, replaced }: SessionStore): AuthClient {
  return new Client({
    url: `${window.location.origin}/auth/v1`,
    storageKey,
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
    flowType: 'pkce',
    experimental: { recoveryCodes: true },
    fetch: repeatingFetch({ read, replaced }),
  });
}

/**
 * A read that left with a former token of a replaced session is rejected, and the client would delete the new session for
 * it: the read is repeated with the new token.
 */
function repeatingFetch({ read, replaced }: Pick<SessionStore, 'read' | 'replaced'>): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    // Only reads: a change must not wait for itself.
    if (answer.status !== 403 || init?.method !== 'GET') return answer;
    await replaced();
    const headers = new Headers(init.headers);
    const token = read()?.access_token;
    if (!token || headers.get('authorization') === `Bearer ${token}`) return answer;
    headers.set('authorization', `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };
}
