/** An OpenID Connect provider on loopback for tests. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface TestPerson {
  sub: string;
  email: string;
  email_verified: boolean;
  name?: string;
}

export interface TestProvider {
  issuer: string;
  /** The signed-in user; null denies access; 'ask' shows a form. */
  person: TestPerson | null | 'ask';
  stop(): void;
}

export async function startTestProvider(clientId: string, port = 0): Promise<TestProvider> {
  const app = new Hono();
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = await generateKeyPair('RS256', { extractable: true });
  const provider: TestProvider = { issuer, person: null, stop: () => void server.close() };
  const grants = new Map<string, { nonce: string; person: TestPerson }>();

  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    }),
  );
  app.get('/jwks', async (c) =>
    c.json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }] }),
  );
  app.get('/authorize', (c) => {
    const { email, answer } = c.req.query();
    if (provider.person === 'ask' && !answer) return c.html(permissionPage(new URL(c.req.url).searchParams));
    const typedPerson = answer === 'enter' && email ? { sub: email, email, email_verified: true } : null;
    const person = provider.person === 'ask' ? typedPerson : provider.person;
    const redirectUrl = new URL(c.req.query('redirect_uri')!);
    redirectUrl.searchParams.set('state', c.req.query('state')!);
    if (person) {
      const code = crypto.randomUUID();
      grants.set(code, { nonce: c.req.query('nonce')!, person });
      redirectUrl.searchParams.set('code', code);
    } else redirectUrl.searchParams.set('error', 'access_denied');
    return c.redirect(redirectUrl.href);
  });
  app.post('/token', async (c) => {
    const code = new URLSearchParams(await c.req.text()).get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    if (!grant) return c.json({ error: 'invalid_grant' }, 400);
    const idToken = await new SignJWT({ ...grant.person, nonce: grant.nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .setIssuer(issuer)
      .setAudience(clientId)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(keys.privateKey);
    return c.json({ access_token: 'unused', token_type: 'bearer', expires_in: 300, id_token: idToken });
  });
  return provider;
}

/** Submits an e-mail and a choice to the same address. */
function permissionPage(parameters: URLSearchParams) {
  return html`<!doctype html>
    <html lang="pt-BR">
      <title>Provedor de teste</title>
      <form>
        ${[...parameters].map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        <label>E-mail no provedor <input name="email" type="email" /></label>
        <button name="answer" value="enter">Continuar</button>
        <button name="answer" value="refuse">Recusar</button>
      </form>
    </html>`;
}
