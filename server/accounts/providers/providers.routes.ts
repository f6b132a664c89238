import type { Context, Hono } from 'hono';
import type { Auth, Client } from '../auth.ts';
import { readChallenge } from '../flows/flow-states.ts';
import { addPrivate, addPublic, type AuthRequest } from '../protocol/http.ts';
import { grant, type Outcome } from '../protocol/outcome.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { unlinkIdentity } from './unlink-identity.ts';

type Leaving = Pick<AuthRequest<unknown>, 'query' | 'redirectTo'>;

export function addProviders(app: Hono, auth: Auth): void {
  addPublic(app, auth, { method: 'GET', path: '/authorize' }, async (request, c) => {
    const address = await leave(auth, request, c, null);
    return address.ok ? c.redirect(address.value, 302) : address;
  });

  const callback = async (answer: URLSearchParams, client: Client, c: Context) =>
    c.redirect(await completeSignIn(auth, answer, client), 302);
  addPublic(app, auth, { method: 'GET', path: '/callback' }, ({ client }, c) =>
    callback(new URL(c.req.url).searchParams, client, c),
  );
  // Providers with form_post.
  addPublic(app, auth, { method: 'POST', path: '/callback' }, async ({ client }, c) =>
    callback(new URLSearchParams(await c.req.text()), client, c),
  );

  addPrivate(app, auth, { method: 'GET', path: '/user/identities/authorize' }, async (caller, request, c) => {
    const address = await leave(auth, request, c, caller.userId);
    if (!address.ok) return address;
    return request.query('skip_http_redirect') === 'true'
      ? grant({ url: address.value })
      : c.redirect(address.value, 302);
  });

  const unlink = { method: 'DELETE', path: '/user/identities/:id' } as const;
  addPrivate(app, auth, unlink, (caller, { param }) => unlinkIdentity(auth, caller, param('id')));
}

async function leave(
  auth: Auth,
  { query, redirectTo }: Leaving,
  c: Context,
  linkingUserId: string | null,
): Promise<Outcome<string>> {
  const challenge = readChallenge(query('code_challenge'), query('code_challenge_method'));
  if (!challenge.ok) return challenge;
  return beginSignIn(auth, {
    provider: query('provider') ?? '',
    query: new URL(c.req.url).searchParams,
    challenge: challenge.value,
    redirectTo,
    linkingUserId,
  });
}
