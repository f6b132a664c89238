import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAuth } from '../auth.ts';
import { readAuthSettings } from '../auth-settings.ts';
import { authenticate } from '../authenticate.ts';
import { listSessions } from '../sessions/list-sessions.ts';
import { readActivityLog } from '../../notifications/list-activities.ts';
import { contentSecurityPolicy } from '../../platform/http/http.ts';
import { captchaSites } from './captcha.ts';
import { networkOf } from '../rate-limits.ts';
import { revokeSession } from '../sessions/revoke-session.ts';
import { sweepAuthJob } from './sweep-auth.job.ts';
import { startAuthService, type TestAuthService } from '../testing.ts';
import { publishedKeys, rotateSigningKey } from '../tokens/key-ring.ts';
import { isOutage } from './transaction.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

const password = 'segredo';
let people = 0;

async function signedUp() {
  people += 1;
  const client = service.newClient();
  const email = `seguro${people}@example.com`;
  const { data } = await client.signUp({ email, password });
  const principal = await authenticate(service.platform, `Bearer ${data.session!.access_token}`);
  return { client, email, session: data.session!, principal: principal! };
}

function signIn(email: string, userAgent: string): Promise<Response> {
  return service.post('/token?grant_type=password', { email, password }, { 'user-agent': userAgent });
}

describe('sessions', () => {
  test('are listed, and one can be ended by its owner only', async () => {
    const [ana, bia] = [await signedUp(), await signedUp()];
    await signIn(ana.email, 'Firefox/1');
    const sessions = await listSessions(service.platform, ana.principal);
    expect(sessions.map((session) => session.current)).toContain(true);
    const other = sessions.find((session) => !session.current)!;
    expect(other).toMatchObject({ userAgent: 'Firefox/1', aal: 'aal1', ip: '127.0.0.1' });
    expect(await revokeSession(service.platform, bia.principal, other.id)).toBe(false);
    expect(await revokeSession(service.platform, ana.principal, other.id)).toBe(true);
    expect(await listSessions(service.platform, ana.principal)).toHaveLength(1);
  });

  test('a new browser is told by e-mail, an updated one is not', async () => {
    const { email } = await signedUp();
    await signIn(email, 'Navegador <b>/1.0');
    const notice = await service.mailbox.next(email);
    expect(notice.subject).toContain('Novo acesso à sua conta');
    expect(notice.html).toContain('Aparelho desconhecido');
    await signIn(email, 'Navegador <b>/2.0');
    const { rows } = await service.platform.pool.query(
      'select count(*) from auth.known_devices d join auth.users u on u.id = d.user_id where u.email = $1',
      [email],
    );
    expect(rows).toEqual([{ count: 2 }]);
  });

  test('the sweep removes what has expired and nothing else', async () => {
    const { client, email } = await signedUp();
    service.clock.advance(31 * 24 * 3600);
    const fresh = await signedUp();
    await sweepAuthJob(openAuth(service.platform, settings())).handle({});
    expect((await client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' });
    expect((await fresh.client.refreshSession()).error).toBeNull();
    expect((await service.newClient().signInWithPassword({ email, password })).error).toBeNull();
  });

  test('an admin reads who signed in, when and from where, for a year', async () => {
    const { principal } = await signedUp();
    const { db, clock } = service.platform;
    const log = async () => {
      const filter = { userId: principal.userId, search: '', entityType: 'account', day: null, before: null };
      const { activities } = await readActivityLog(db, filter);
      return activities.map(({ action, ipAddress }) => `${action} ${ipAddress}`);
    };
    expect(await log()).toEqual(['sign-in 127.0.0.1', 'sign-up 127.0.0.1']);
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 24 * 3_600_000);
    const entry = (action: string, days: number) => ({
      userId: principal.userId,
      action,
      entityType: 'account',
      details: '{}',
      createdAt: daysAgo(days),
    });
    await db
      .insertInto('activityLogs')
      .values([entry('sign-in', 366), entry('sign-in', 364), entry('change-password', 366)])
      .execute();
    await sweepAuthJob(openAuth(service.platform, settings())).handle({});
    expect(await log()).toEqual([
      'change-password null',
      'sign-in null',
      'sign-in 127.0.0.1',
      'sign-up 127.0.0.1',
    ]);
  });
});

function settings(environment: Record<string, string> = {}) {
  return readAuthSettings(environment, service.platform.config);
}

test('a new key is published before it signs, and the old one as long as its tokens live', async () => {
  const kidOf = (token: string) =>
    (JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string }).kid;
  const { client, session } = await signedUp();
  const rotated = await rotateSigningKey(openAuth(service.platform, settings()));
  expect([...(await publishedKeys(service.platform)).keys()]).toContain(rotated);
  expect(kidOf((await client.refreshSession()).data.session!.access_token)).toBe(kidOf(session.access_token));
  service.clock.advance(601);
  const renewed = (await client.refreshSession()).data.session!;
  expect(kidOf(renewed.access_token)).toBe(rotated);
  expect((await client.getUser(session.access_token)).error).toBeNull();
  service.clock.advance(3601);
  expect([...(await publishedKeys(service.platform)).keys()]).not.toContain(kidOf(session.access_token));
});

test('an account that nobody confirmed goes to whoever signs up, with nothing left of the one before', async () => {
  const { client, email } = await signedUp();
  await service.platform.pool.query('update auth.users set email_confirmed_at = null where email = $1', [
    email,
  ]);
  const taken = await service.newClient().signUp({ email, password: 'outrasenha' });
  expect(taken.error).toBeNull();
  expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await service.newClient().signInWithPassword({ email, password })).error).not.toBeNull();
});

test('sign-ups can be closed', async () => {
  const closed = await startAuthService({ AUTH_SIGNUP: 'off' });
  const { error } = await closed.newClient().signUp({ email: 'tarde@example.com', password });
  expect(error).toMatchObject({ status: 422, code: 'signup_disabled' });
  await closed.stop();
});

test('metadata too large for a header stays out of the token', async () => {
  const { client } = await signedUp();
  expect((await client.updateUser({ data: { note: 'x'.repeat(15_000) } })).error).toBeNull();
  await client.refreshSession();
  expect((await client.getUser()).data.user?.user_metadata.note).toHaveLength(15_000);
  const { error } = await client.updateUser({ data: { more: 'x'.repeat(2000) } });
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
});

test('guesses from many networks lock strangers out, and not the owner at home', async () => {
  const behindProxy = await startAuthService({ TRUSTED_PROXY_HOPS: '1' });
  const email = 'alvo@example.com';
  const from = (address: string, typed: string) =>
    behindProxy.post(
      '/token?grant_type=password',
      { email, password: typed },
      { 'x-forwarded-for': address },
    );
  await behindProxy.post('/signup', { email, password }, { 'x-forwarded-for': '198.51.100.7' });
  for (let network = 0; network < 10; network++)
    await Promise.all(Array.from({ length: 10 }, () => from(`10.0.${network}.1`, 'errada')));
  expect((await from('10.1.0.1', password)).status).toBe(429);
  expect((await from('6.6.6.6, 10.1.0.1', password)).status).toBe(429);
  expect((await from('198.51.100.200', password)).status).toBe(200);
  await behindProxy.stop();
});

describe('captcha', () => {
  test('is asked of those who guess, and never of a refresh', async () => {
    const judge = createServer((request, response) => {
      let form = '';
      request.on('data', (chunk: Buffer) => (form += chunk.toString()));
      request.on('end', () => {
        const success = new URLSearchParams(form).get('response') === 'bom';
        response.end(JSON.stringify({ success, 'error-codes': success ? [] : ['invalid-input-response'] }));
      });
    });
    judge.listen(0, '127.0.0.1');
    await once(judge, 'listening');
    const guarded = await startAuthService({
      AUTH_CAPTCHA_SECRET: 'segredo',
      AUTH_CAPTCHA_SITE_KEY: 'da-loja',
      AUTH_CAPTCHA_VERIFY_URL: `http://127.0.0.1:${(judge.address() as AddressInfo).port}`,
    });
    const client = guarded.newClient();
    expect(await (await fetch(`${guarded.url}/settings`)).json()).toMatchObject({
      captcha: {
        provider: 'hcaptcha',
        site_key: 'da-loja',
        script_url: expect.stringMatching(/^https:/) as string,
      },
    });
    const signUp = (captchaToken?: string) =>
      client.signUp({ email: 'humana@example.com', password, options: { captchaToken } });
    expect((await signUp()).error).toMatchObject({ status: 400, code: 'captcha_failed' });
    expect((await signUp('mau')).error?.message).toContain('invalid-input-response');
    expect((await signUp('bom')).error).toBeNull();
    expect((await client.refreshSession()).error).toBeNull();
    expect((await client.resetPasswordForEmail('humana@example.com')).error).toMatchObject({
      code: 'captcha_failed',
    });
    judge.close();
    judge.closeAllConnections();
    const unreachable = await guarded.post('/recover', {
      email: 'humana@example.com',
      gotrue_meta_security: { captcha_token: 'bom' },
    });
    expect(unreachable.status).toBe(503);
    await guarded.stop();
  });
});

test('the pages let the captcha widget in, and nothing when there is none', () => {
  expect(captchaSites({})).toEqual([]);
  expect(captchaSites({ AUTH_CAPTCHA_SECRET: 'x' })).toEqual([]);
  const sites = captchaSites({
    AUTH_CAPTCHA_SECRET: 'x',
    AUTH_CAPTCHA_PROVIDER: 'turnstile',
    AUTH_CAPTCHA_SITE_KEY: 'y',
    AUTH_CAPTCHA_VERIFY_URL: 'https://captcha.example/verify',
    AUTH_CAPTCHA_SCRIPT_URL: 'https://captcha.example/api.js',
  });
  expect(contentSecurityPolicy({ scripts: ["'sha256-n'"], styles: [] }, sites)).toContain(
    "script-src 'self' 'sha256-n' https://captcha.example; ",
  );
  expect(contentSecurityPolicy({ scripts: ["'sha256-n'"], styles: [] }, sites)).toContain(
    "frame-src 'self' blob: https://captcha.example",
  );
  expect(contentSecurityPolicy()).toContain("frame-src 'self' blob:; ");
});

test.each([
  ['203.0.113.9', '203.0.113'],
  ['2001:db8:0:1::7', '2001:db8:0:1'],
  ['2001:db8::7', '2001:db8:0:0'],
  [null, 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

const fault = (code: string) => Object.assign(new Error(code), { code });

test.each([
  [fault('ECONNREFUSED'), true],
  [fault('57P01'), true],
  [fault('55P03'), true],
  [new Error('timeout exceeded when trying to connect'), true],
  [fault('23505'), false],
  [new TypeError('x is undefined'), false],
])('%o is an outage: %s', (error, outage) => {
  expect(isOutage(error)).toBe(outage);
});

test.each([
  [{ AUTH_SECRET: 'curto' }, 'AUTH_SECRET'],
  [{ AUTH_AUTOCONFIRM: 'talvez' }, 'AUTH_AUTOCONFIRM'],
  [{ AUTH_REUSE_INTERVAL_S: '-1' }, 'AUTH_REUSE_INTERVAL_S'],
  [{ AUTH_GOOGLE_CLIENT_ID: 'x' }, 'AUTH_GOOGLE_CLIENT_SECRET'],
  [{ AUTH_SMS_URL: 'https://sms.example' }, 'AUTH_SMS_TOKEN'],
  [{ AUTH_CAPTCHA_SECRET: 'x', AUTH_CAPTCHA_PROVIDER: 'outro' }, 'AUTH_CAPTCHA_PROVIDER'],
  [{ AUTH_CAPTCHA_SECRET: 'x', AUTH_CAPTCHA_PROVIDER: 'turnstile' }, 'AUTH_CAPTCHA_VERIFY_URL'],
])('the setting %o stops the start', (environment, name) => {
  expect(() => settings(environment)).toThrow(name);
});
