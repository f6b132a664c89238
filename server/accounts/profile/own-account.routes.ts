import type { Hono } from 'hono';
import { z } from 'zod';
import { findUser } from '../accounts.queries.ts';
import type { Auth } from '../auth.ts';
import { challengeFields, metadata, optionalText } from '../protocol/body-fields.ts';
import { readChallenge } from '../flows/flow-states.ts';
import { addPrivate } from '../protocol/http.ts';
import { grant, reject } from '../protocol/outcome.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { updateUser } from './update-user.ts';
import { viewUser } from './user-view.ts';

export function addOwnAccount(app: Hono, auth: Auth): void {
  addPrivate(app, auth, { method: 'GET', path: '/user' }, async (caller) => {
    const user = await findUser(auth.db, caller.userId);
    if (!user) return reject(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    return grant(await viewUser(auth.db, user, caller.aal));
  });

  const changes = z.object({
    data: metadata,
    password: optionalText,
    email: optionalText,
    app_metadata: z.unknown().optional(),
    ...challengeFields,
  });
  const change = {
    method: 'PUT',
    path: '/user',
    body: changes,
    needsRecentProof: ({ password, email }: z.infer<typeof changes>) =>
      password !== undefined || email !== undefined,
  } as const;
  addPrivate(app, auth, change, async (caller, request) => {
    const { body, client, redirectTo } = request;
    if (body.app_metadata !== undefined)
      return reject(403, 'not_admin', 'Updating app_metadata requires admin privileges');
    const challenge = readChallenge(body.code_challenge, body.code_challenge_method);
    if (!challenge.ok) return challenge;
    const { data, password, email } = body;
    const update = { metadata: data, password, email, challenge: challenge.value, redirectTo };
    return updateUser(auth, caller, update, client);
  });

  addPrivate(app, auth, { method: 'POST', path: '/logout' }, async (caller, { query }, c) => {
    const ended = await endSessions(auth, caller, query('scope') ?? 'global');
    return ended.ok ? c.body(null, 204) : ended;
  });
}
