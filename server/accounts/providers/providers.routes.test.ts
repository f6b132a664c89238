import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBrowserFetch, newEmail, startAuthService, type TestAuthService } from '../accounts.testing.ts';
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

/** A browser with its cookies, and the auth client in it. */
function newBrowser() {
  const browserFetch = createBrowserFetch();
  return { browserFetch, client: service.newClient(browserFetch) };
}

type Browser = ReturnType<typeof newBrowser>;

/** A browser in which a new account is signed in. */
async function newAccount() {
  const browser = newBrowser();
  const email = newEmail();
  const { data } = await browser.client.signUp({ email, password: 'segredo' });
  return { ...browser, browser, email, userId: data.user!.id };
}

/** Follows the redirects up to this site. */
async function followRedirects(
  { browserFetch }: Pick<Browser, 'browserFetch'>,
  from: string,
  person: TestPerson | null,
): Promise<URL> {
  provider.person = person;
  service.clock.advance(1);
  let url = from;
  for (;;) {
    const response = await browserFetch(url, { redirect: 'manual' });
    url = response.headers.get('location')!;
    const target = new URL(url);
    if (target.origin === service.platform.config.publicUrl && !target.pathname.startsWith('/auth/v1'))
      return target;
  }
}

async function signInWithGoogle(person: TestPerson | null, browser = newBrowser()) {
  const { client } = browser;
  const { data } = await client.signInWithOAuth({
    provider: 'google',
    options: { skipBrowserRedirect: true, redirectTo: `${service.platform.config.publicUrl}/auth` },
  });
  const landingUrl = await followRedirects(browser, data.url!, person);
  const code = landingUrl.searchParams.get('code');
  const session = code ? (await client.exchangeCodeForSession(code)).data.session : null;
  return { client, landingUrl, code, session };
}

// @covers storefront 7: the auth service, endpoint by endpoint
test('creates an account at the first sign-in and reuses it later', async () => {
  const person = newPerson();
  const first = await signInWithGoogle(person);
  expect(first.session?.user).toMatchObject({
    email: person.email,
    app_metadata: { provider: 'google', providers: ['google'] },
    user_metadata: { name: 'Bia' },
  });
  const again = await signInWithGoogle(person);
  expect(again.session?.user.id).toBe(first.session?.user.id);
  const claims = (await again.client.getClaims()).data?.claims;
  expect(claims?.amr).toMatchObject([{ method: 'oauth' }]);
});

test('accepts the code once, with its verifier only', async () => {
  const { client, code } = await signInWithGoogle(newPerson());
  expect((await client.exchangeCodeForSession(code!)).error).not.toBeNull();
  const response = await service.post('/token?grant_type=pkce', {
    auth_code: code,
    code_verifier: 'x'.repeat(50),
  });
  expect(response.headers.get('x-sb-error-code')).toBe('flow_state_not_found');
});

test('links by a verified e-mail, never by an unverified one', async () => {
  const person = newPerson();
  const { data } = await service.newClient().signUp({ email: person.email, password: 'segredo' });
  const rejected = await signInWithGoogle({ ...person, email_verified: false });
  expect(rejected.landingUrl.searchParams.get('error_code')).toBe('provider_email_needs_verification');
  const joined = await signInWithGoogle(person);
  expect(joined.session?.user.id).toBe(data.user?.id);
  expect(joined.session?.user.app_metadata.providers).toEqual(['email', 'google']);
});

test('removes the password of an unconfirmed account when the owner of the e-mail signs in', async () => {
  const person = newPerson();
  await service.newClient().signUp({ email: person.email, password: 'segredo' });
  await service.platform.pool.query('update auth.users set email_confirmed_at = null where email = $1', [
    person.email,
  ]);
  const { session } = await signInWithGoogle(person);
  expect(session?.user.identities?.map((identity) => identity.provider)).toEqual(['google']);
  const signedIn = await service.newClient().signInWithPassword({ email: person.email, password: 'segredo' });
  expect(signedIn.error).toMatchObject({ code: 'invalid_credentials' });
});

test('redirects back with the reason of a provider error or an unknown state', async () => {
  const rejected = await signInWithGoogle(null);
  expect(rejected.landingUrl.searchParams.get('error')).toBe('access_denied');
  const landingUrl = await followRedirects(newBrowser(), `${service.url}/callback?state=x&code=y`, null);
  expect(landingUrl.searchParams.get('error_code')).toBe('bad_oauth_state');
});

test('links and unlinks identities, except the last one', async () => {
  const { client, browser } = await newAccount();
  const person = newPerson();
  const { data } = await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
  const landingUrl = await followRedirects(browser, data.url!, person);
  await client.exchangeCodeForSession(landingUrl.searchParams.get('code')!);
  const identities = (await client.getUserIdentities()).data!.identities;
  expect(identities.map((identity) => identity.provider)).toEqual(['email', 'google']);

  const { client: otherClient, browser: otherBrowser } = await newAccount();
  const taken = await otherClient.linkIdentity({
    provider: 'google',
    options: { skipBrowserRedirect: true },
  });
  const rejected = await followRedirects(otherBrowser, taken.data.url!, person);
  expect(rejected.searchParams.get('error_code')).toBe('identity_already_exists');
  expect((await otherClient.unlinkIdentity(identities[1]!)).error).toMatchObject({
    code: 'identity_not_found',
  });

  expect((await client.unlinkIdentity(identities[1]!)).error).toBeNull();
  expect((await client.unlinkIdentity(identities[0]!)).error).toMatchObject({
    code: 'single_identity_not_deletable',
  });
});

test('never adopts an unverified e-mail when unlinking', async () => {
  const { client, browser, email } = await newAccount();
  const person = newPerson({ email: newEmail(), email_verified: false });
  const { data } = await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
  await client.exchangeCodeForSession(
    (await followRedirects(browser, data.url!, person)).searchParams.get('code')!,
  );
  const [emailIdentity] = (await client.getUserIdentities()).data!.identities;
  expect((await client.unlinkIdentity(emailIdentity!)).error).toBeNull();
  expect((await client.getUser()).data.user).toMatchObject({
    email,
    app_metadata: { providers: ['google'] },
  });
});

test('switches to a verified e-mail when its identity is unlinked', async () => {
  const { client, browser } = await newAccount();
  const person = newPerson({ email: newEmail() });
  const { data } = await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
  await client.exchangeCodeForSession(
    (await followRedirects(browser, data.url!, person)).searchParams.get('code')!,
  );
  const [emailIdentity] = (await client.getUserIdentities()).data!.identities;
  expect((await client.unlinkIdentity(emailIdentity!)).error).toBeNull();
  expect((await client.getUser()).data.user?.email).toBe(person.email);
});

describe('an authorization URL opened in another browser', () => {
  const outcome = ({ searchParams, pathname }: URL) => [pathname, searchParams.get('error_code')];

  test.each(['pkce', 'implicit'] as const)('links nothing to its author (%s)', async (flow) => {
    const attacker = await newAccount();
    const { session } = (await attacker.client.getSession()).data;
    const challenge = `code_challenge=${'x'.repeat(43)}&code_challenge_method=s256`;
    const response = await attacker.browserFetch(
      `${service.url}/user/identities/authorize?provider=google&skip_http_redirect=true${flow === 'pkce' ? `&${challenge}` : ''}`,
      { headers: { authorization: `Bearer ${session!.access_token}` } },
    );
    const { url } = (await response.json()) as { url: string };
    const victim = newPerson();
    expect(outcome(await followRedirects(newBrowser(), url, victim))).toEqual(['/', 'bad_oauth_state']);
    const later = await signInWithGoogle(victim);
    expect(later.session?.user.id).not.toBe(attacker.userId);
    expect((await attacker.client.getUserIdentities()).data?.identities).toHaveLength(1);
  });

  test('opens no account of the attacker', async () => {
    const attacker = newBrowser();
    const started = await attacker.browserFetch(`${service.url}/authorize?provider=google`, {
      redirect: 'manual',
    });
    provider.person = newPerson();
    const providerResponse = await attacker.browserFetch(started.headers.get('location')!, {
      redirect: 'manual',
    });
    const landingUrl = await followRedirects(newBrowser(), providerResponse.headers.get('location')!, null);
    expect(outcome(landingUrl)).toEqual(['/', 'bad_oauth_state']);
    expect(landingUrl.hash).not.toContain('access_token');
  });

  test('cannot be completed later in the browser that began', async () => {
    const attacker = await newAccount();
    const { data } = await attacker.client.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    provider.person = newPerson();
    const providerResponse = await fetch(data.url!, { redirect: 'manual' });
    const callback = providerResponse.headers.get('location')!;
    expect(outcome(await followRedirects(newBrowser(), callback, null))).toEqual(['/', 'bad_oauth_state']);
    expect(outcome(await followRedirects(attacker, callback, null))).toEqual(['/', 'bad_oauth_state']);
  });
});

test('keeps the browser session when the provider responds by form_post', async () => {
  const { client, browser } = await newAccount();
  const { data } = await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
  provider.person = newPerson();
  const callbackUrl = new URL((await fetch(data.url!, { redirect: 'manual' })).headers.get('location')!);
  const posted = await browser.browserFetch(`${service.url}/callback`, {
    method: 'POST',
    body: callbackUrl.searchParams,
    headers: { 'sec-fetch-site': 'cross-site' },
    redirect: 'manual',
  });
  expect(posted.status).toBe(303);
  const landingUrl = await followRedirects(browser, posted.headers.get('location')!, provider.person);
  await client.exchangeCodeForSession(landingUrl.searchParams.get('code')!);
  expect((await client.getUserIdentities()).data?.identities).toHaveLength(2);
});

test.each(['', 'unknown', '__proto__', 'constructor'])('rejects provider "%s"', async (name) => {
  const response = await fetch(`${service.url}/authorize?provider=${name}`, { redirect: 'manual' });
  expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([400, 'validation_failed']);
});

test('ignores service parameters from the caller', async () => {
  const query = 'provider=google&STATE=x&Client_Id=evil&redirect_uri=https://evil.example&prompt=consent';
  const response = await fetch(`${service.url}/authorize?${query}`, { redirect: 'manual' });
  const url = new URL(response.headers.get('location')!);
  expect(url.searchParams.get('client_id')).toBe('loja');
  expect(url.searchParams.get('redirect_uri')).toBe(`${service.url}/callback`);
  expect(url.searchParams.get('prompt')).toBe('consent');
  expect(url.href).not.toContain('evil');
  expect(url.searchParams.has('STATE')).toBe(false);
});
