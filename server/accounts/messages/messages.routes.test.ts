import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMailRecipient, hashOfEmail } from '../../mail/preferences.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import {
  newEmail,
  errorOf,
  signUpPerson,
  startAuthService,
  type TestAuthService,
} from '../accounts.testing.ts';

let service: TestAuthService;
let confirming: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
  confirming = await startAuthService({ AUTH_AUTOCONFIRM: 'off' });
});
afterAll(async () => {
  await service.stop();
  await confirming.stop();
});

const password = 'segredo';

function linkIn(mail: Mail): string {
  return /https?:\S+verify\S+/.exec(mail.text)![0];
}

function codeIn(mail: Mail): string {
  return /código: (\d{6})/.exec(mail.text)![1]!;
}

/** Opens a link as a browser would, without following the redirect. */
async function openLink(link: string, method = 'GET'): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual', method });
  return new URL(response.headers.get('location') ?? 'none:');
}

describe('recovery', () => {
  // @covers storefront 7: the auth service, endpoint by endpoint
  test('signs in the requesting browser by the link to set a new password', async () => {
    const { email } = await signUpPerson(service);
    const client = service.newClient();
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    const redirectTo = `${service.platform.config.publicUrl}/auth/nova-senha`;
    expect((await client.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
    const link = linkIn(await service.mailbox.next(email));
    await openLink(link, 'HEAD');
    await openLink(link);
    const landingUrl = await openLink(link);
    expect(landingUrl.pathname).toBe('/auth/nova-senha');
    const code = landingUrl.searchParams.get('code')!;
    expect((await service.newClient().exchangeCodeForSession(code)).error).not.toBeNull();
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
    expect(events).toContain('PASSWORD_RECOVERY');
    expect((await client.updateUser({ password: 'novasenha' })).error).toBeNull();
    expect((await service.newClient().signInWithPassword({ email, password: 'novasenha' })).error).toBeNull();
    expect((await openLink(link)).searchParams.get('error_code')).toBe('otp_expired');
    expect((await service.mailbox.next(email)).subject).toContain('Sua senha foi alterada');
  });

  test('creates one session for concurrent exchanges of a code', async () => {
    const { email } = await signUpPerson(service);
    const verifier = 'v'.repeat(64);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    await service.post('/recover', { email, code_challenge: challenge, code_challenge_method: 's256' });
    const landingUrl = await openLink(linkIn(await service.mailbox.next(email)));
    const exchange = () =>
      service.post('/token?grant_type=pkce', {
        auth_code: landingUrl.searchParams.get('code'),
        code_verifier: verifier,
      });
    const responses = await Promise.all([exchange(), exchange(), exchange()]);
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
  });

  test('accepts the code for 10 minutes and the link for an hour', async () => {
    const { email } = await signUpPerson(service);
    await service.post('/recover', { email });
    const mail = await service.mailbox.next(email);
    expect(mail.text).toContain('O link vale por 1 hora, e o código por 10 minutos.');
    service.clock.advance(601);
    const late = await service.newClient().verifyOtp({ email, token: codeIn(mail), type: 'recovery' });
    expect(late.error).toMatchObject({ code: 'otp_expired' });
    service.clock.advance(2_900);
    expect((await openLink(linkIn(mail))).hash).toContain('access_token');
    await service.post('/recover', { email });
    let second = mail;
    // The first mail may be sent twice, if the clock moved while it was sent.
    while (codeIn(second) === codeIn(mail)) second = await service.mailbox.next(email);
    const token = codeIn(second);
    service.clock.advance(599);
    expect((await service.newClient().verifyOtp({ email, token, type: 'recovery' })).error).toBeNull();
  });

  test('accepts the typed code instead, once', async () => {
    const { email } = await signUpPerson(service);
    await service.post('/recover', { email });
    const token = codeIn(await service.mailbox.next(email));
    const { data, error } = await service.newClient().verifyOtp({ email, token, type: 'recovery' });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const again = await service.newClient().verifyOtp({ email, token, type: 'recovery' });
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  test('signs in once by a link without a PKCE challenge', async () => {
    const { email } = await signUpPerson(service);
    await service.post('/recover', { email });
    const link = linkIn(await service.mailbox.next(email));
    await openLink(link, 'HEAD');
    const fragment = new URLSearchParams((await openLink(link)).hash.slice(1));
    expect(fragment.get('type')).toBe('recovery');
    expect((await service.newClient().getUser(fragment.get('access_token')!)).data.user?.email).toBe(email);
    expect((await openLink(link)).hash).toContain('otp_expired');
  });

  test('sends the same response for known and unknown addresses', async () => {
    const { email } = await signUpPerson(service);
    const recover = (address: string) => service.post('/recover', { email: address });
    const unknown = newEmail();
    const [first, second] = [await recover(email), await recover(unknown)];
    expect([first.status, await first.json()]).toEqual([200, {}]);
    expect([second.status, await second.json()]).toEqual([200, {}]);
    expect(errorOf(await recover(email))).toEqual([429, 'over_email_send_rate_limit']);
    expect(errorOf(await recover(unknown))).toEqual([429, 'over_email_send_rate_limit']);
  });

  test('voids the code after ten wrong tries, but not the link', async () => {
    const { email } = await signUpPerson(service);
    await service.post('/recover', { email });
    const mail = await service.mailbox.next(email);
    const token = codeIn(mail);
    const wrongCode = token === '000000' ? '111111' : '000000';
    const verify = (typed: string) => service.post('/verify', { type: 'recovery', email, token: typed });
    for (let tried = 0; tried < 10; tried++)
      expect(errorOf(await verify(wrongCode))).toEqual([403, 'otp_expired']);
    expect(errorOf(await verify(token))).toEqual([429, 'over_request_rate_limit']);
    service.clock.advance(301);
    expect(errorOf(await verify(token))).toEqual([403, 'otp_expired']);
    expect((await openLink(linkIn(mail))).hash).toContain('access_token');
  });

  test('counts tries under all aliases of a type together', async () => {
    const email = newEmail();
    const verify = (type: string) => service.post('/verify', { type, email, token: '000000' });
    for (const type of ['email', 'signup'])
      for (let tried = 0; tried < 5; tried++)
        expect(errorOf(await verify(type))).toEqual([403, 'otp_expired']);
    expect(errorOf(await verify('email'))).toEqual([429, 'over_request_rate_limit']);
    expect(errorOf(await verify('signup'))).toEqual([429, 'over_request_rate_limit']);
  });

  test.each([
    ['no token', { type: 'recovery', email: 'a@b.co' }],
    ['both forms', { type: 'recovery', email: 'a@b.co', token: '1', token_hash: 'x' }],
    ['an e-mail beside the hash', { type: 'recovery', email: 'a@b.co', token_hash: 'x' }],
    ['an unknown type', { type: '__proto__', email: 'a@b.co', token: '1' }],
  ])('rejects %s', async (_, body) => {
    expect(errorOf(await service.post('/verify', body))).toEqual([400, 'validation_failed']);
  });

  test('does not redirect to foreign sites', async () => {
    const { email } = await signUpPerson(service);
    await service.post('/recover?redirect_to=https://evil.example/x', { email });
    const landingUrl = await openLink(linkIn(await service.mailbox.next(email)));
    expect(landingUrl.origin).toBe(service.platform.config.publicUrl);
  });
});

describe('a change of e-mail', () => {
  test('takes effect once both addresses have confirmed', async () => {
    const { client, email } = await signUpPerson(service);
    const nextEmail = newEmail();
    const { data } = await client.updateUser({ email: nextEmail });
    expect(data.user).toMatchObject({ email, new_email: nextEmail });
    const first = await openLink(linkIn(await service.mailbox.next(nextEmail)));
    expect(first.searchParams.get('message')).toContain('other email');
    expect((await client.getUser()).data.user?.email).toBe(email);
    await openLink(linkIn(await service.mailbox.next(email)));
    expect((await client.getUser()).data.user?.email).toBe(nextEmail);
    expect((await service.newClient().signInWithPassword({ email: nextEmail, password })).error).toBeNull();
    const { rows } = await service.platform.pool.query('select 1 from profiles where email = $1', [
      nextEmail,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('keeps an unsubscription of the former address from before the account', async () => {
    const { client, email, session } = await signUpPerson(service);
    const { db } = service.platform;
    await db
      .insertInto('mailSuppressions')
      .values({ emailHash: hashOfEmail(email), everything: false, createdAt: service.clock.now() })
      .execute();
    const nextEmail = newEmail();
    await client.updateUser({ email: nextEmail });
    for (const recipient of [nextEmail, email]) await openLink(linkIn(await service.mailbox.next(recipient)));
    expect(await findMailRecipient(db, { userId: session.user.id })).toMatchObject({
      email: nextEmail,
      preferences: { transactionalEmails: true, weeklyNewsletter: false, promotionalEmails: false },
    });
  });

  test('rejects an address of another account', async () => {
    const { client } = await signUpPerson(service);
    const otherPerson = await signUpPerson(service);
    expect((await client.updateUser({ email: otherPerson.email })).error).toMatchObject({
      code: 'email_exists',
    });
  });
});

describe('sign-up with confirmation', () => {
  test('creates no session before confirmation', async () => {
    const client = confirming.newClient();
    const email = newEmail();
    const { data } = await client.signUp({ email, password, options: { data: { name: 'Ana' } } });
    expect(data.session).toBeNull();
    const unconfirmed = await client.signInWithPassword({ email, password });
    expect(unconfirmed.error).toMatchObject({ code: 'email_not_confirmed' });
    const landingUrl = await openLink(linkIn(await confirming.mailbox.next(email)));
    expect((await client.exchangeCodeForSession(landingUrl.searchParams.get('code')!)).error).toBeNull();
    expect((await confirming.newClient().signInWithPassword({ email, password })).error).toBeNull();
  });

  test('sends the same response for an existing account, and no mail', async () => {
    const email = newEmail();
    await confirming.newClient().signUp({ email, password });
    const token = codeIn(await confirming.mailbox.next(email));
    await confirming.newClient().verifyOtp({ email, token, type: 'email' });
    confirming.clock.advance(61);
    const { data, error } = await confirming.newClient().signUp({ email, password: 'outrasenha' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, identities: [], user_metadata: {} });
    expect(
      (await confirming.newClient().signInWithPassword({ email, password: 'outrasenha' })).error,
    ).not.toBeNull();
  });

  test('resends a message whose use voids the first link', async () => {
    const email = newEmail();
    await confirming.post('/signup', { email, password });
    const first = linkIn(await confirming.mailbox.next(email));
    // The outbox sends a message again after a minute unless it is recorded as sent.
    const waitingMessages = confirming.platform.db
      .selectFrom('outbox')
      .select('key')
      .where('state', '=', 'waiting');
    await expect.poll(() => waitingMessages.execute()).toEqual([]);
    confirming.clock.advance(61);
    expect((await confirming.newClient().resend({ type: 'signup', email })).error).toBeNull();
    const second = linkIn(await confirming.mailbox.next(email));
    expect((await openLink(second)).searchParams.get('code')).not.toBeNull();
    expect((await openLink(first)).hash).toContain('otp_expired');
  });
});
