import { authClient } from './session.ts';

/** The server does not know this browser's session: asked about it, the auth client drops one that was ended elsewhere. */
export async function dropLostSession(): Promise<void> {
  const client = await authClient();
  const { data } = await client.getSession();
  if (data.session) await client.getUser();
}
