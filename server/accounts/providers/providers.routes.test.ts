import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, signUpPerson, startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { startTestProvider, type TestPerson, type TestProvider } from './identity-provider.testing.ts';

let service: TestAuthService;
let provider: TestProvider;
beforeAll(async () => {
  provider = await startTestProvider('loja');
  service = await startAuthService({
    AUTH_GOOGLE_ISSUER: provider.issuer,
    AUTH_GOOGLE_CLIENT_ID: 'loja',
    AUTH_GOOGLE_CLIENT_SECRET: 'segredo-da-loja',
  });
});
afterAll(async () => {
  provider.stop();
  await service.stop();
});

let people = 0;
function newPerson(details: Partial<TestPerson> = {}): TestPerson {
  people += 1;
  return {
    sub: `g-${people}`,
    email: `g${people}@example.com`,
    email_verified: true,
    name: 'Bia',
    ...details,
  };
}

/** Follows the redirects up to this site. */
async function travel(from: string, as: TestPerson | null): Promise<URL> {
  provider.person = as;
  service.clock.advance(1);
  let address = from;
  for (;;) {
    const response = await fetch(address, { redirect: 'manual' });
    address = response.headers.get('location')!;
    const landed = new URL(address);
    if (landed.origin === service.platform.config.publicUrl && !landed.pathname.startsWith('/auth/v1'))
      return landed;
  }
}

async function enterWithGoogle(as: TestPerson | null) {
  const client = service.newClient();
  const { data } = await client.signInWithOAuth({
    provider: 'google',
    options: { skipBrowserRedirect: true, redirectTo: `${service.platform.config.publicUrl}/auth` },
  });
  const landed = await travel(data.url!, as);
  const code = landed.searchParams.get('code');
  const session = code ? (await client.exchangeCodeForSession(code)).data.session : null;
  return { client, landed, code, session };
}

test('creates an account at the first sign-in and reuses it later', async () => {
  const person = newPerson();
  const first = await enterWithGoogle(person);
  expect(first.session?.user).toMatchObject({
    email: person.email,
    app_metadata: { provider: 'google', providers: ['google'] },
    user_metadata: { name: 'Bia' },
  });
  const again = await enterWithGoogle(person);
  expect(again.session?.user.id).toBe(first.session?.user.id);
  const claims = (await again.client.getClaims()).data?.claims;
  expect(claims?.amr).toMatchObject([{ method: 'oauth' }]);
});

test('accepts the code once, with its verifier only', async () => {
  const { client, code } = await enterWithGoogle(newPerson());
  expect((await client.exchangeCodeForSession(code!)).error).not.toBeNull();
  const answer = await service.post('/token?grant_type=pkce', {
    auth_code: code,
    code_verifier: 'x'.repeat(50),
  });
  expect(answer.headers.get('x-sb-error-code')).toBe('flow_state_not_found');
});

test('links by a verified e-mail, and not by an unverified one', async () => {
  const person = newPerson();
  const { data } = await service.newClient().signUp({ email: person.email, password: 'segredo' });
  const refused = await enterWithGoogle({ ...person, email_verified: false });
  expect(refused.landed.searchParams.get('error_code')).toBe('provider_email_needs_verification');
  const joined = await enterWithGoogle(person);
  expect(joined.session?.user.id).toBe(data.user?.id);
  expect(joined.session?.user.app_metadata.providers).toEqual(['email', 'google']);
});

test('removes the password of an unconfirmed account when the owner of the e-mail signs in', async () => {
  const person = newPerson();
  await service.newClient().signUp({ email: person.email, password: 'segredo' });
  await service.platform.pool.query('update auth.users set email_confirmed_at = null where email = $1', [
    person.email,
  ]);
  const { session } = await enterWithGoogle(person);
  expect(session?.user.identities?.map((identity) => identity.provider)).toEqual(['google']);
  const early = await service.newClient().signInWithPassword({ email: person.email, password: 'segredo' });
  expect(early.error).toMatchObject({ code: 'invalid_credentials' });
});

test('redirects back with the reason of a provider error or an unknown state', async () => {
  const refused = await enterWithGoogle(null);
  expect(refused.landed.searchParams.get('error')).toBe('access_denied');
  const lost = await travel(`${service.url}/callback?state=x&code=y`, null);
  expect(lost.searchParams.get('error_code')).toBe('bad_oauth_state');
});

test('links and unlinks identities, except the last one', async () => {
  const client = service.newClient();
  await client.signUp({ email: `link${people}@example.com`, password: 'segredo' });
  const person = newPerson();
  const { data } = await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
  const landed = await travel(data.url!, person);
  await client.exchangeCodeForSession(landed.searchParams.get('code')!);
  const identities = (await client.getUserIdentities()).data!.identities;
  expect(identities.map((identity) => identity.provider)).toEqual(['email', 'google']);

  const other = service.newClient();
  await other.signUp({ email: `other${people}@example.com`, password: 'segredo' });
  const taken = await other.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
  const refused = await travel(taken.data.url!, person);
  expect(refused.searchParams.get('error_code')).toBe('identity_already_exists');
  expect((await other.unlinkIdentity(identities[1]!)).error).toMatchObject({ code: 'identity_not_found' });

  expect((await client.unlinkIdentity(identities[1]!)).error).toBeNull();
  expect((await client.unlinkIdentity(identities[0]!)).error).toMatchObject({
    code: 'single_identity_not_deletable',
  });
});

test('never makes an unverified e-mail the account’s when unlinking', async () => {
  const { client, email } = await signUpPerson(service);
  const person = newPerson({ email: newEmail(), email_verified: false });
  const { data } = await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
  await client.exchangeCodeForSession((await travel(data.url!, person)).searchParams.get('code')!);
  const [own] = (await client.getUserIdentities()).data!.identities;
  expect((await client.unlinkIdentity(own!)).error).toBeNull();
  expect((await client.getUser()).data.user).toMatchObject({
    email,
    app_metadata: { providers: ['google'] },
  });
});

test('switches to a verified e-mail when its identity is unlinked', async () => {
  const { client } = await signUpPerson(service);
  const person = newPerson({ email: newEmail() });
  const { data } = await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
  await client.exchangeCodeForSession((await travel(data.url!, person)).searchParams.get('code')!);
  const [own] = (await client.getUserIdentities()).data!.identities;
  expect((await client.unlinkIdentity(own!)).error).toBeNull();
  expect((await client.getUser()).data.user?.email).toBe(person.email);
});

test.each(['', 'unknown', '__proto__', 'constructor'])('rejects provider "%s"', async (name) => {
  const answer = await fetch(`${service.url}/authorize?provider=${name}`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([400, 'validation_failed']);
});

test('ignores service parameters from the caller', async () => {
  const query = 'provider=google&STATE=x&Client_Id=evil&redirect_uri=https://evil.example&prompt=consent';
  const answer = await fetch(`${service.url}/authorize?${query}`, { redirect: 'manual' });
  const address = new URL(answer.headers.get('location')!);
  expect(address.searchParams.get('client_id')).toBe('loja');
  expect(address.searchParams.get('redirect_uri')).toBe(`${service.url}/callback`);
  expect(address.searchParams.get('prompt')).toBe('consent');
  expect(address.href).not.toContain('evil');
  expect(address.searchParams.has('STATE')).toBe(false);
});
