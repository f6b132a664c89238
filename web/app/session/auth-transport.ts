/** Transport of the auth client. */
import type { Session } from '@supabase/auth-js';
import { fetchInTime } from './fetch-in-time.ts';
import { untilReplaced } from './replacement.ts';

/** Reads the stored session. */
export type ReadSession = () => Session | null;

export function authTransport(read: ReadSession): typeof fetch {
  return async (input, init) => {
    const response = await fetchInTime(input, init);
    // Only reads are repeated: the change that replaces the session would wait for itself.
    if (init?.method === 'GET' && response.status === 403)
      return repeatIfReplaced(read, response, input, init);
    return response.ok ? withoutServerTime(response) : response;
  };
}

/**
 * Repeats a rejected read with the new token, if the session was replaced after the read was sent. Without this, the client
 * would treat the rejection as a lost session and delete the new one.
 */
async function repeatIfReplaced(
  read: ReadSession,
  rejection: Response,
  ...[input, init]: Required<Parameters<typeof fetch>>
): Promise<Response> {
  const headers = new Headers(init.headers);
  const sent = headers.get('authorization')?.replace('Bearer ', '') ?? null;
  const readToken = () => read()?.access_token;
  await untilReplaced(sent, readToken);
  const token = readToken();
  if (!token || token === sent) return rejection;
  headers.set('authorization', `Bearer ${token}`);
  return fetchInTime(input, { ...init, headers });
}

/**
 * Removes `expires_at` from a session, so that the client computes it from `expires_in` with the device's own clock. That
 * clock may be hours wrong, and the client would renew a session that never seems fresh again and again.
 */
async function withoutServerTime(response: Response): Promise<Response> {
  const text = await response.text();
  const { status, headers } = response;
  const init = { status, headers };
  if (!text.includes('"access_token"')) return new Response(text || null, init);
  const { expires_at: _, ...body } = JSON.parse(text) as Record<string, unknown>;
  return Response.json(body, init);
}
