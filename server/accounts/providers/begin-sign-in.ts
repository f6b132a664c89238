import type { Auth } from '../auth.ts';
import { hashOf } from '../flows/flow-states.ts';
import { grant, reject, type Outcome } from '../protocol/outcome.ts';
import { authorizationUrl, type ProviderSecrets } from './openid.ts';

/** Parameters set by or meant for this service; not passed on to a provider. */
const OWN_PARAMETERS = new Set([
  'apikey',
  'client_id',
  'client_secret',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'grant_type',
  'nonce',
  'provider',
  'redirect_to',
  'redirect_uri',
  'response_mode',
  'response_type',
  'scope',
  'scopes',
  'skip_http_redirect',
  'state',
]);

export interface ProviderSignIn {
  provider: string;
  /** Query of the request; see `OWN_PARAMETERS`. */
  query: URLSearchParams;
  challenge: string | null;
  /** Already checked against the allowed redirect URLs. */
  redirectTo: string;
  /** The signed-in user who wants to link the identity; null for a sign-in. */
  linkingUserId: string | null;
  /** The browser that has to finish; see `bindBrowser`. */
  browser: string;
}

/** @returns the provider's authorization URL */
export async function beginSignIn(auth: Auth, request: ProviderSignIn): Promise<Outcome<string>> {
  const settings = auth.settings.providers.get(request.provider);
  if (!settings) {
    const name = request.provider.slice(0, 40);
    return reject(400, 'validation_failed', `Unsupported provider: provider ${name} is not enabled`);
  }
  const secrets: ProviderSecrets = { verifier: randomText(auth), nonce: randomText(auth) };
  const state = auth.random.uuid();
  const leave = () =>
    authorizationUrl(auth, request.provider, settings, state, secrets, parametersFor(request.query));
  const url = await leave().catch((error: unknown) => {
    auth.log.warn({ err: error, provider: request.provider }, 'identity provider does not answer');
    return null;
  });
  if (!url) return reject(503, 'unexpected_failure', 'The identity provider does not answer');
  await auth.db
    .insertInto('auth.flowStates')
    .values({
      id: state,
      method: 'oauth',
      codeChallenge: request.challenge,
      redirectTo: request.redirectTo,
      provider: request.provider,
      providerSecrets: auth.vault.seal(Buffer.from(JSON.stringify(secrets)), `flow:${state}`),
      linkingUserId: request.linkingUserId,
      // A sign-in with a challenge is bound by its verifier.
      browserHash: request.linkingUserId || !request.challenge ? hashOf(request.browser) : null,
      createdAt: auth.clock.now(),
    })
    .execute();
  return grant(url);
}

function parametersFor(query: URLSearchParams): Record<string, string> {
  const passedOn = [...query].filter(([name]) => !OWN_PARAMETERS.has(name.toLowerCase()));
  const scope = ['openid', 'email', 'profile', ...(query.get('scopes') ?? '').split(/\s+/)].filter(Boolean);
  return { ...Object.fromEntries(passedOn), scope: [...new Set(scope)].join(' ') };
}

function randomText({ random }: Pick<Auth, 'random'>): string {
  return random.bytes(32).toString('base64url');
}
