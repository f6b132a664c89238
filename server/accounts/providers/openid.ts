/** Sign-in at OpenID Connect providers. The library checks issuer, audience, signature, nonce and expiry of ID tokens. */
import * as openid from 'openid-client';
import { z } from 'zod';
import { normalizeEmail } from '@mare/domain/accounts/security/credentials.ts';
import type { Auth } from '../auth.ts';
import type { ProviderSettings } from '../auth-settings.ts';
import { isStorableText } from '../protocol/json-body.ts';

export interface ProviderIdentity {
  provider: string;
  /** The user's id at the provider. */
  subject: string;
  /** In lower case. */
  email: string | null;
  /** The provider has verified the e-mail. */
  emailVerified: boolean;
  name: string | null;
  picture: string | null;
}

/** Secrets for the callback, stored encrypted. */
export const providerSecrets = z.object({ verifier: z.string(), nonce: z.string() });
export type ProviderSecrets = z.infer<typeof providerSecrets>;

const TIMEOUT_SECONDS = 10;

function callbackUrl(auth: Auth): string {
  return `${auth.settings.externalUrl}/callback`;
}

/** @throws if the provider does not respond */
export async function authorizationUrl(
  auth: Auth,
  provider: string,
  settings: ProviderSettings,
  state: string,
  secrets: ProviderSecrets,
  parameters: Record<string, string>,
): Promise<string> {
  const url = openid.buildAuthorizationUrl(await configurationOf(auth, provider, settings), {
    ...parameters,
    redirect_uri: callbackUrl(auth),
    state,
    nonce: secrets.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  });
  return url.href;
}

/** @throws if the provider does not respond, or its answer is invalid */
export async function redeemProviderCode(
  auth: Auth,
  provider: string,
  settings: ProviderSettings,
  answer: URLSearchParams,
  secrets: ProviderSecrets,
): Promise<ProviderIdentity> {
  const currentUrl = new URL(callbackUrl(auth));
  currentUrl.search = answer.toString();
  const tokens = await openid.authorizationCodeGrant(
    await configurationOf(auth, provider, settings),
    currentUrl,
    {
      pkceCodeVerifier: secrets.verifier,
      expectedNonce: secrets.nonce,
      expectedState: answer.get('state') ?? '',
      idTokenExpected: true,
    },
  );
  const claims = tokens.claims()!;
  const text = (value: unknown) =>
    typeof value === 'string' && value && isStorableText(value) ? value : null;
  return {
    provider,
    subject: claims.sub,
    email: normalizeEmail(text(claims.email) ?? ''),
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: text(claims.name),
    picture: text(claims.picture),
  };
}

/** Discovery is cached; failures are not. */
function configurationOf(
  auth: Auth,
  provider: string,
  settings: ProviderSettings,
): Promise<openid.Configuration> {
  const issuer = new URL(settings.issuer);
  return auth.providers.get(provider, () =>
    openid.discovery(issuer, settings.clientId, undefined, openid.ClientSecretPost(settings.clientSecret), {
      timeout: TIMEOUT_SECONDS,
      execute: issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
    }),
  );
}
