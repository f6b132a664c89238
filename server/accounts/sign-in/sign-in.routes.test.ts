import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticate } from '../authenticate.ts';
import { createUser } from '../create-user.ts';
import {
  newEmail,
  errorOf,
  signUpPerson,
  startAuthService,
  type TestAuthService,
} from '../accounts.testing.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

describe('sign-up', () => {
  // @covers storefront 7: the auth service, endpoint by endpoint [docs/features/auth-endpoints.md]
  test('creates a session, an identity and a profile with the name', async () => {
    const { session, email } = await signUpPerson(service);
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

  test('rejects a taken e-mail, ignoring case', async () => {
    const { email } = await signUpPerson(service);
    const { error } = await service
      .newClient()
      .signUp({ email: email.toUpperCase(), password: 'outrasenha' });
    expect(error).toMatchObject({
      code: 'user_already_exists',
      message: 'User already registered',
      status: 422,
    });
  });

  test('ten concurrent sign-ups create one account', async () => {
    const email = newEmail();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => service.post('/signup', { email, password: 'segredo' })),
    );
    const statuses = responses.map((response) => response.status);
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
    ['truncated JSON', '{', 400, 'bad_json'],
    ['null', 'null', 400, 'bad_json'],
    ['deep nesting', `{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400, 'validation_failed'],
    ['over 1 MiB', `{"data":"${'x'.repeat(1024 * 1024)}"}`, 413, 'request_entity_too_large'],
  ])('rejects %s', async (_, body, status, code) => {
    expect(errorOf(await service.post('/signup', body))).toEqual([status, code]);
  });
});

describe('password sign-in', () => {
  test('signs in, and responds alike to a wrong password and an unknown e-mail', async () => {
    const { email, password } = await signUpPerson(service);
    const { data } = await service.newClient().signInWithPassword({ email, password });
    expect(data.user?.email).toBe(email);
    const wrong = await service.newClient().signInWithPassword({ email, password: 'errada' });
    const unknown = await service.newClient().signInWithPassword({ email: newEmail(), password: 'errada' });
    expect(wrong.error).toMatchObject({ code: 'invalid_credentials', message: 'Invalid login credentials' });
    expect(unknown.error).toEqual(wrong.error);
  });

  // @covers storefront 7: rate limits by account, recipient, factor, session; a global one for text messages
  //   [server/platform/database/rate-limits.ts, server/accounts/factors/sms-budget.ts]
  test('locks a network out of an account for five minutes after ten failures', async () => {
    const { email, password } = await signUpPerson(service);
    for (const typed of [email, newEmail()]) {
      for (let failed = 0; failed < 10; failed++)
        await service.post('/token?grant_type=password', { email: typed, password: 'errada' });
      const rejected = await service.post('/token?grant_type=password', { email: typed, password });
      expect(errorOf(rejected)).toEqual([429, 'over_request_rate_limit']);
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    service.clock.advance(301);
    expect((await service.newClient().signInWithPassword({ email, password })).error).toBeNull();
  });
});

test('createUser creates logins of any role', async () => {
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

test('a new sign-up replaces an unconfirmed account and its data', async () => {
  const { client, email, password } = await signUpPerson(service);
  await service.platform.pool.query('update auth.users set email_confirmed_at = null where email = $1', [
    email,
  ]);
  const taken = await service.newClient().signUp({ email, password: 'outrasenha' });
  expect(taken.error).toBeNull();
  expect(JSON.stringify(taken.data.user)).not.toContain('Ana Souza');
  expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await service.newClient().signInWithPassword({ email, password })).error).not.toBeNull();
});

test('rejects sign-ups when disabled', async () => {
  const closed = await startAuthService({ AUTH_SIGNUP: 'off' });
  const { error } = await closed.newClient().signUp({ email: newEmail(), password: 'segredo' });
  expect(error).toMatchObject({ status: 422, code: 'signup_disabled' });
  await closed.stop();
});

test('does not lock the owner’s usual network after distributed guesses', async () => {
  const behindProxy = await startAuthService({ TRUSTED_PROXY_HOPS: '1' });
  const [email, password] = ['alvo@example.com', 'segredo'];
  const signInFrom = (ipAddress: string, typed: string) =>
    behindProxy.post(
      '/token?grant_type=password',
      { email, password: typed },
      { 'x-forwarded-for': ipAddress },
    );
  await behindProxy.post('/signup', { email, password }, { 'x-forwarded-for': '198.51.100.7' });
  for (let network = 0; network < 10; network++)
    await Promise.all(Array.from({ length: 10 }, () => signInFrom(`10.0.${network}.1`, 'errada')));
  expect((await signInFrom('10.1.0.1', password)).status).toBe(429);
  expect((await signInFrom('6.6.6.6, 10.1.0.1', password)).status).toBe(429);
  expect((await signInFrom('198.51.100.200', password)).status).toBe(200);
  await behindProxy.stop();
});
