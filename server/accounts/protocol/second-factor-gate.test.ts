import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAuthSettings } from '../auth-settings.ts';
import { createAuthRoutes } from '../auth-service.routes.ts';
import { signUpPerson, startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { ALLOWED_WHILE_PENDING } from './second-factor-gate.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

/** A session signed in by password only, of an account with a verified factor. */
async function pendingSession() {
  const { session, email, password } = await signUpPerson(service);
  await service.platform.db
    .insertInto('auth.mfaFactors')
    .values(
      (['verified', 'unverified'] as const).map((status) => ({
        id: crypto.randomUUID(),
        userId: session.user.id,
        factorType: 'phone',
        phone: status === 'verified' ? '5582999990000' : '5582999991111',
        status,
        createdAt: service.clock.now(),
        updatedAt: service.clock.now(),
      })),
    )
    .execute();
  const client = service.newClient();
  const { data } = await client.signInWithPassword({ email, password });
  return { client, session: data.session!, other: session, email, password };
}

test('every authenticated endpoint needs the second factor or is listed', async () => {
  const app = await createAuthRoutes(service.platform, readAuthSettings({}, service.platform.config));
  const { session } = await pendingSession();
  const endpoints = new Set(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
      .map(({ method, path }) => `${method} ${path}`),
  );
  const gated: string[] = [];
  const open: string[] = [];
  for (const endpoint of endpoints) {
    const [method, route] = endpoint.split(' ') as [string, string];
    const path = route.replaceAll(/:\w+/g, crypto.randomUUID());
    const call = (authorization?: string) =>
      app.request(path, {
        method,
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        ...(method !== 'GET' && { body: '{}' }),
      });
    if ((await call()).headers.get('x-sb-error-code') !== 'no_authorization') continue;
    const response = await call(`Bearer ${session.access_token}`);
    const isGated = response.headers.get('x-sb-error-code') === 'insufficient_aal';
    (isGated ? gated : open).push(endpoint);
  }
  expect(open.filter((endpoint) => !ALLOWED_WHILE_PENDING.has(endpoint))).toEqual([]);
  expect(gated).toContain('PUT /user');
  expect(gated).toContain('POST /factors');
  expect(gated).toContain('GET /user/identities/authorize');
  expect(gated).toContain('DELETE /user/identities/:id');
  expect(gated).toContain('DELETE /factors/:id');
  expect([...gated, ...open]).toEqual(expect.arrayContaining([...ALLOWED_WHILE_PENDING.keys()]));
});

describe('while the second factor is pending', () => {
  test('sign-out ends only the caller’s session', async () => {
    const { session, other } = await pendingSession();
    const headers = { authorization: `Bearer ${session.access_token}` };
    const others = { authorization: `Bearer ${other.access_token}` };
    for (const query of ['', '?scope=global', '?scope=others'])
      expect((await service.post(`/logout${query}`, {}, headers)).status).toBe(403);
    expect((await fetch(`${service.url}/user`, { headers: others })).status).toBe(200);
    expect((await service.post('/logout?scope=local', {}, headers)).status).toBe(204);
    expect((await fetch(`${service.url}/user`, { headers })).status).toBe(403);
  });

  test('the user object contains the verified factors and no personal data', async () => {
    const { client, session } = await pendingSession();
    const { data } = await client.getUser();
    for (const user of [data.user!, session.user, (await client.refreshSession()).data.user!]) {
      expect(user.user_metadata).toEqual({});
      expect(user.identities).toEqual([]);
      expect(user.factors).toMatchObject([{ factor_type: 'phone', status: 'verified' }]);
      expect(JSON.stringify(user)).not.toMatch(/55829|Ana Souza/);
    }
    const claims = Buffer.from(session.access_token.split('.')[1]!, 'base64url').toString();
    expect(claims).not.toContain('Ana Souza');
    const level = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    expect((await client.mfa.listFactors()).data?.phone).toHaveLength(1);
  });

  test('an unverified factor cannot be challenged or verified', async () => {
    const { session } = await pendingSession();
    const { id } = await service.platform.db
      .selectFrom('auth.mfaFactors')
      .select('id')
      .where('userId', '=', session.user.id)
      .where('status', '=', 'unverified')
      .executeTakeFirstOrThrow();
    const headers = { authorization: `Bearer ${session.access_token}` };
    for (const [path, body] of [
      ['challenge', {}],
      ['verify', { challenge_id: id, code: '000000' }],
    ] as const) {
      const response = await service.post(`/factors/${id}/${path}`, body, headers);
      expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([403, 'insufficient_aal']);
    }
  });
});
