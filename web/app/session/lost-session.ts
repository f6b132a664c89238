import { authClient } from './session.ts';

/** Makes the auth client verify its session with the server, which drops a session revoked elsewhere. */
export async function dropLostSession(): Promise<void> {
  const client = await authClient();
  const { data } = await client.getSession();
  if (data.session) await client.getUser();
}
