/**
 * Renewal of the session after a change that revokes its tokens: a new password, a removed second factor. Calls that were
 * sent with a revoked token are rejected, and repeated with the new one.
 */
import type { AuthClient } from './create-auth-client.ts';
import { replaced, whileReplacing } from './replacement.ts';
import { accessToken, authClient } from './session.ts';

/** Makes a change, then renews the session if the change succeeded. @returns the result of the change */
export function renewAfter<Result extends { error: unknown }>(
  client: AuthClient,
  change: () => Promise<Result>,
): Promise<Result> {
  return whileReplacing(async () => {
    const result = await change();
    if (!result.error) await client.refreshSession();
    return result;
  });
}

/**
 * Waits for a renewal in progress.
 * @returns whether the session has another access token than the one sent
 */
export async function isReplaced(sent: string | null): Promise<boolean> {
  await replaced();
  const current = await accessToken();
  return sent !== null && current !== null && current !== sent;
}

/**
 * Makes the auth client verify its session with the server, which drops a session revoked elsewhere. A session whose token
 * has expired is renewed: the clock of this device may have been set back since.
 */
export async function verifySession(): Promise<void> {
  const client = await authClient();
  const { data } = await client.getSession();
  if (!data.session) return;
  const { error } = await client.getUser();
  if (error?.code !== 'bad_jwt') return;
  const { error: rejected } = await client.refreshSession();
  if (rejected?.status && rejected.status < 500) await client.signOut({ scope: 'local' });
}
