import type { Context, Hono } from 'hono';
import type { Auth } from '../auth.ts';
import { readChallenge } from '../flows/flow-states.ts';
import { addPrivate, addPublic, type AuthRequest } from '../protocol/http.ts';
import { grant, type Outcome } from '../protocol/outcome.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { bindBrowser, boundBrowser } from './browser-binding.ts';
import { unlinkIdentity } from './unlink-identity.ts';

/** Query parameters of a provider's response. */
const CALLBACK_PARAMETERS = ['state', 'code', 'error', 'error_description', 'iss'];
const PARAMETER_MAX_CHARACTERS = 4096;

type Leaving = Pick<AuthRequest<unknown>, 'query' | 'redirectTo'>;

const always = () => true;

export function addProviders(app: Hono, auth: Auth): void {
  addPublic(app, auth, { method: 'GET', path: '/authorize' }, async (request, c) => {
    const url = await leave(auth, request, c, null);
    return url.ok ? c.redirect(url.value, 302) : url;
  });

  addPublic(app, auth, { method: 'GET', path: '/callback' }, async ({ client }, c) => {
    const answer = new URL(c.req.url).searchParams;
    return c.redirect(await completeSignIn(auth, answer, boundBrowser(c), client), 302);
  });
  // Providers with form_post. Browsers send no Lax cookie with a cross-site POST, but do with the GET that follows.
  addPublic(app, auth, { method: 'POST', path: '/callback' }, async (_, c) => {
    const posted = new URLSearchParams(await c.req.text());
    const answer = new URLSearchParams();
    for (const name of CALLBACK_PARAMETERS) {
      const value = posted.get(name);
      if (value !== null) answer.set(name, value.slice(0, PARAMETER_MAX_CHARACTERS));
    }
    return c.redirect(`${auth.settings.externalUrl}/callback?${answer.toString()}`, 303);
  });

  const link = { method: 'GET', path: '/user/identities/authorize', needsRecentProof: always } as const;
  addPrivate(app, auth, link, async (caller, request, c) => {
    const url = await leave(auth, request, c, caller.userId);
    if (!url.ok) return url;
    return request.query('skip_http_redirect') === 'true'
      ? grant({ url: url.value })
      : c.redirect(url.value, 302);
  });

  const unlink = { method: 'DELETE', path: '/user/identities/:id', needsRecentProof: always } as const;
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
    browser: bindBrowser(auth, c),
  });
}
