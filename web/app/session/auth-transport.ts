/** Transport of the auth client. */
import type { Session } from '@supabase/auth-js';

export interface SessionStore {
  read: () => Session | null;
  /** Waits for a change of the session that is under way. */
  replaced: () => Promise<unknown>;
}

export function authTransport(store: SessionStore): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    // Changes are not repeated: they would wait for themselves.
    if (init?.method === 'GET' && answer.status === 403) return repeatIfReplaced(store, answer, input, init);
    return answer.ok ? withoutServerTime(answer) : answer;
  };
}

/**
 * A read that left with a former token of a replaced session is rejected, and the client would delete the new session for
 * it: the read is repeated with the new token.
 */
async function repeatIfReplaced(
  { read, replaced }: SessionStore,
  rejection: Response,
  ...[input, init]: Required<Parameters<typeof fetch>>
): Promise<Response> {
  await replaced();
  const headers = new Headers(init.headers);
  const token = read()?.access_token;
  if (!token || headers.get('authorization') === `Bearer ${token}`) return rejection;
  headers.set('authorization', `Bearer ${token}`);
  return fetch(input, { ...init, headers });
}

/**
 * Removes the moment when a session expires: the client then computes it from `expires_in` by the clock that it compares it
 * with. The clock of a phone may be hours wrong, and a session that never seems fresh would be renewed again and again.
 */
async function withoutServerTime(answer: Response): Promise<Response> {
  const text = await answer.text();
  const { status, headers } = answer;
  const kept = { status, headers };
  if (!text.includes('"access_token"')) return new Response(text || null, kept);
  const { expires_at: _, ...body } = JSON.parse(text) as Record<string, unknown>;
  return Response.json(body, kept);
}
