import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '@supabase/auth-js';
import { authenticate } from './authenticate.ts';
import { createUser } from './create-user.ts';
import { startAuthService, type TestAuthService } from './testing.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

let people = 0;
function newEmail(): string {
  people += 1;
  return `pessoa${people}@example.com`;
}

async function signedUp(password = 'segredo') {
  const client = service.newClient();
  const email = newEmail();
  const { data, error } = await client.signUp({ email, password, options: { data: { name: 'Ana Souza' } } });
  expect(error).toBeNull();
  return { client, email, password, session: data.session! };
}

function refresh(token: unknown): Promise<Response> {
  return service.post('/token?grant_type=refresh_token', { refresh_token: token });
}

async function codeOf(response: Response): Promise<[number, string]> {
  return [response.status, response.headers.get('x-sb-error-code') ?? ''];
}

describe('sign-up', () => {
  test('gives a session, an identity and a profile with the typed name', async () => {
    const { session, email } = await signedUp();
    expect(session.expires_in).toBe(3600);
    expect(session.user).toMatchObject({
      email,
      role: 'authenticated',
      user_metadata: { name: 'Ana Souza' },
    });
    expect(session.user.identities).toHaveLength(1);
    const { rows } = await service.platform.pool.query(
      'select name, email, role from profiles where id = $1',
      [session.user.id],
    );
    expect(rows).toEqual([{ name: 'Ana Souza', email, role: 'buyer' }]);
  });

  test('an e-mail that is taken is refused, whatever its case', async () => {
    const { email } = await signedUp();
    const { error } = await service
      .newClient()
      .signUp({ email: email.toUpperCase(), password: 'outrasenha' });
    expect(error).toMatchObject({
      code: 'user_already_exists',
      message: 'User already registered',
      status: 422,
    });
  });

  test('ten at once make one account', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => service.post('/signup', { email, password: 'segredo' })),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 422)).toHaveLength(9);
  });

  test.each([
    ['no password', { email: 'a@b.c' }, 400, 'validation_failed'],
    ['five characters', { email: 'a@b.c', password: '12345' }, 422, 'weak_password'],
    ['73 characters', { email: 'a@b.c', password: 'á'.repeat(73) }, 400, 'validation_failed'],
    ['no e-mail address', { email: 'sem arroba', password: 'segredo' }, 400, 'validation_failed'],
    ['no e-mail', { password: 'segredo' }, 422, 'anonymous_provider_disabled'],
    ['a number for an e-mail', { email: 7, password: 'segredo' }, 400, 'bad_json'],
    ['U+0000', { email: 'a@b.c', password: 'segredo', data: { name: 'a\0' } }, 400, 'validation_failed'],
    [
      'a lone surrogate in a key',
      { email: 'a@b.c', password: 'segredo', data: { ['\uD800']: 1 } },
      400,
      'validation_failed',
    ],
    ['an array', '[]', 400, 'bad_json'],
    ['half an object', '{', 400, 'bad_json'],
    ['null', 'null', 400, 'bad_json'],
    ['deep nesting', `{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400, 'validation_failed'],
    ['over 1 MiB', `{"data":"${'x'.repeat(1024 * 1024)}"}`, 413, 'request_entity_too_large'],
  ])('%s is refused', async (_, body, status, code) => {
    expect(await codeOf(await service.post('/signup', body))).toEqual([status, code]);
  });
});

describe('password sign-in', () => {
  test('works, and a wrong password and an unknown e-mail look the same', async () => {
    const { email, password } = await signedUp();
    const { data } = await service.newClient().signInWithPassword({ email, password });
    expect(data.user?.email).toBe(email);
    const wrong = await service.newClient().signInWithPassword({ email, password: 'errada' });
    const unknown = await service.newClient().signInWithPassword({ email: newEmail(), password: 'errada' });
    expect(wrong.error).toMatchObject({ code: 'invalid_credentials', message: 'Invalid login credentials' });
    expect(unknown.error).toEqual(wrong.error);
  });

  test('ten failures close the account to that network for five minutes, known or not', async () => {
    const { email, password } = await signedUp();
    for (const address of [email, newEmail()]) {
      for (let failed = 0; failed < 10; failed++)
        await service.post('/token?grant_type=password', { email: address, password: 'errada' });
      const refused = await service.post('/token?grant_type=password', { email: address, password });
      expect(await codeOf(refused)).toEqual([429, 'over_request_rate_limit']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    service.clock.advance(301);
    expect((await service.newClient().signInWithPassword({ email, password })).error).toBeNull();
  });
});

describe('refresh', () => {
  test('rotates, and the access token carries the session', async () => {
    const { client, session } = await signedUp();
    const { data, error } = await client.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    const { data: claims } = await client.getClaims();
    expect(claims?.claims).toMatchObject({ sub: session.user.id, aal: 'aal1', iss: service.url });
    expect(claims?.claims.amr).toEqual([{ method: 'password', timestamp: expect.any(Number) as number }]);
  });

  test('the parent of the active token gives the active token back, at any time', async () => {
    const { session } = await signedUp();
    const first = (await (await refresh(session.refresh_token)).json()) as Session;
    service.clock.advance(3000);
    const again = (await (await refresh(session.refresh_token)).json()) as Session;
    expect(again.refresh_token).toBe(first.refresh_token);
  });

  test('an older token is forgiven within the reuse interval, and ends the session after it', async () => {
    const { session } = await signedUp();
    const second = (await (await refresh(session.refresh_token)).json()) as Session;
    const third = (await (await refresh(second.refresh_token)).json()) as Session;
    expect((await refresh(session.refresh_token)).status).toBe(200);
    service.clock.advance(11);
    expect(await codeOf(await refresh(session.refresh_token))).toEqual([400, 'refresh_token_already_used']);
    expect(await codeOf(await refresh(third.refresh_token))).toEqual([400, 'refresh_token_not_found']);
  });

  test('eight at once all succeed and leave one working session', async () => {
    const { session } = await signedUp();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(session.refresh_token)));
    const tokens = await Promise.all(
      answers.map(async (one) => ((await one.json()) as Session).refresh_token),
    );
    expect(new Set(tokens).size).toBe(1);
    expect((await refresh(tokens[0])).status).toBe(200);
  });

  test('a session that rested for over thirty days is over', async () => {
    const { session } = await signedUp();
    service.clock.advance(31 * 24 * 3600);
    expect(await codeOf(await refresh(session.refresh_token))).toEqual([400, 'session_expired']);
  });

  test.each([undefined, 7, '', 'x', 'a'.repeat(54)])('%j is not a refresh token', async (token) => {
    const [status] = await codeOf(await refresh(token));
    expect(status).toBe(400);
  });

  test('a token with one character changed is refused and the session lives', async () => {
    const { session } = await signedUp();
    const forged = `${session.refresh_token.slice(0, -3)}AAA`;
    expect((await refresh(forged)).status).toBe(400);
    expect((await refresh(session.refresh_token)).status).toBe(200);
  });
});

describe('the own account', () => {
  test('metadata is merged, null removes a key', async () => {
    const { client } = await signedUp();
    await client.updateUser({ data: { city: 'Maceió', name: null } });
    const { data } = await client.getUser();
    expect(data.user?.user_metadata).toEqual({ city: 'Maceió' });
  });

  test('a new password ends the other sessions', async () => {
    const { client, email, password } = await signedUp();
    const other = service.newClient();
    await other.signInWithPassword({ email, password });
    expect((await client.updateUser({ password })).error).toMatchObject({ code: 'same_password' });
    expect((await client.updateUser({ password: 'novasenha' })).error).toBeNull();
    expect((await other.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' });
    expect((await client.getUser()).error).toBeNull();
    expect((await service.newClient().signInWithPassword({ email, password: 'novasenha' })).error).toBeNull();
  });

  test.each([
    ['local', [false, true]],
    ['others', [true, false]],
    ['global', [false, false]],
  ] as const)('signing out with scope %s', async (scope, alive) => {
    const { client, email, password, session } = await signedUp();
    const second = await service.newClient().signInWithPassword({ email, password });
    expect((await client.signOut({ scope })).error).toBeNull();
    const headers = [session, second.data.session!].map((one) => `Bearer ${one.access_token}`);
    const principals = await Promise.all(headers.map((header) => authenticate(service.platform, header)));
    expect(principals.map((principal) => principal !== null)).toEqual(alive);
  });

  test('a bearer that is missing, forged or expired is refused by name', async () => {
    const { session } = await signedUp();
    const ask = async (header?: string) =>
      codeOf(await fetch(`${service.url}/user`, header ? { headers: { authorization: header } } : {}));
    expect(await ask()).toEqual([401, 'no_authorization']);
    expect(await ask('Bearer x')).toEqual([403, 'bad_jwt']);
    expect(await ask(`Bearer ${session.access_token.slice(0, -4)}AAAA`)).toEqual([403, 'bad_jwt']);
    const unsigned = `${btoa('{"alg":"none"}')}.${session.access_token.split('.')[1]}.`;
    expect(await ask(`Bearer ${unsigned}`)).toEqual([403, 'bad_jwt']);
    service.clock.advance(3601);
    expect(await ask(`Bearer ${session.access_token}`)).toEqual([403, 'bad_jwt']);
  });
});

describe('the service', () => {
  test('speaks both error forms', async () => {
    const ask = (headers: Record<string, string>) => service.post('/signup', { email: 'x' }, headers);
    const dated = await ask({ 'x-supabase-api-version': '2024-01-01' });
    expect(dated.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(await dated.json()).toEqual({
      code: 'validation_failed',
      message: 'Signup requires a valid password',
    });
    const old = { code: 400, error_code: 'validation_failed', msg: 'Signup requires a valid password' };
    expect(await (await ask({})).json()).toEqual(old);
    expect(await (await ask({ 'x-supabase-api-version': 'nonsense' })).json()).toEqual(old);
  });

  test('publishes public keys only, and answers unknown paths in its own form', async () => {
    const keys = await fetch(`${service.url}/.well-known/jwks.json`);
    expect(keys.headers.get('cache-control')).toBe('public, max-age=600');
    expect(Object.keys(((await keys.json()) as { keys: object[] }).keys[0]!)).not.toContain('d');
    expect(await codeOf(await fetch(`${service.url}/admin/users`))).toEqual([404, 'not_found']);
    expect((await fetch(`${service.url}/health`)).status).toBe(200);
  });

  test('createUser makes a login of any role', async () => {
    const login = { email: newEmail(), password: 'admin123', name: 'Administração', role: 'admin' } as const;
    expect((await createUser(service.platform, login)).ok).toBe(true);
    expect(await createUser(service.platform, login)).toMatchObject({
      ok: false,
      code: 'user_already_exists',
    });
    const { data } = await service.newClient().signInWithPassword(login);
    const principal = await authenticate(service.platform, `Bearer ${data.session!.access_token}`);
    expect(principal).toMatchObject({
      role: 'admin',
      aal: 'aal1',
      email: login.email,
      userId: data.user!.id,
    });
  });
});
