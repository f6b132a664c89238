import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, signUpPerson, startAuthService, type TestAuthService } from '../accounts.testing.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

test('formats errors as the requested API version does', async () => {
  const send = (headers: Record<string, string>) => service.post('/signup', { email: 'x' }, headers);
  const dated = await send({ 'x-supabase-api-version': '2024-01-01' });
  expect(dated.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(await dated.json()).toEqual({
    code: 'validation_failed',
    message: 'Signup requires a valid password',
  });
  const old = { code: 400, error_code: 'validation_failed', msg: 'Signup requires a valid password' };
  expect(await (await send({})).json()).toEqual(old);
  expect(await (await send({ 'x-supabase-api-version': 'nonsense' })).json()).toEqual(old);
});

test('publishes public keys only, and responds to unknown paths in its error format', async () => {
  const keys = await fetch(`${service.url}/.well-known/jwks.json`);
  expect(keys.headers.get('cache-control')).toBe('public, max-age=600');
  expect(Object.keys(((await keys.json()) as { keys: object[] }).keys[0]!)).not.toContain('d');
  expect(errorOf(await fetch(`${service.url}/admin/users`))).toEqual([404, 'not_found']);
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
});

test('rejects missing, forged and expired bearer tokens with specific codes', async () => {
  const { session } = await signUpPerson(service);
  const send = async (header?: string) =>
    errorOf(await fetch(`${service.url}/user`, header ? { headers: { authorization: header } } : {}));
  expect(await send()).toEqual([401, 'no_authorization']);
  expect(await send('Bearer x')).toEqual([403, 'bad_jwt']);
  expect(await send(`Bearer ${session.access_token.slice(0, -4)}AAAA`)).toEqual([403, 'bad_jwt']);
  const unsigned = `${btoa('{"alg":"none"}')}.${session.access_token.split('.')[1]}.`;
  expect(await send(`Bearer ${unsigned}`)).toEqual([403, 'bad_jwt']);
  service.clock.advance(3601);
  expect(await send(`Bearer ${session.access_token}`)).toEqual([403, 'bad_jwt']);
});
