/** Account enumeration: neither the bytes of a response nor the work behind it reveal whether an account exists. */
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectKysely } from '@mare/database/connection/connect.ts';
import { newEmail, startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { createAuthRoutes } from '../auth-service.routes.ts';
import { readAuthSettings } from '../auth-settings.ts';

const password = 'jangada-ao-vento';

let service: TestAuthService;
/** Serves the same database and records the statements of its requests, without those of jobs. */
let app: Hono;
const statements: string[] = [];

beforeAll(async () => {
  const environment = { AUTH_AUTOCONFIRM: 'off', AUTH_SECRET: 's'.repeat(32) };
  service = await startAuthService(environment);
  const db = connectKysely(service.platform.pool, ({ query }) => void statements.push(query.sql));
  const platform = { ...service.platform, db };
  const settings = readAuthSettings(environment, platform.config);
  app = new Hono();
  app.route('/auth/v1', await createAuthRoutes(platform, settings));
});
afterAll(() => service.stop());

/** @returns its e-mail address */
async function addConfirmedAccount(): Promise<string> {
  const email = newEmail();
  await service.post('/signup', { email, password });
  const mail = await service.mailbox.next(email);
  // One mail a minute.
  service.clock.advance(61);
  await fetch(/https?:\S+verify\S+/.exec(mail.text)![0], { redirect: 'manual' });
  return email;
}

/** Replaces ids, times and the e-mail address by placeholders of the same length. */
async function postAndNormalize(path: string, email: string, body: object) {
  statements.length = 0;
  const response = await app.request(`/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, contact: email, ...body }),
  });
  const text = (await response.text())
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?!@)/g, 'u'.repeat(36))
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 't'.repeat(24))
    .replaceAll(email, 'e'.repeat(email.length));
  return { status: response.status, headers: [...response.headers], text, statements: [...statements] };
}

describe.each([
  ['a sign-up', '/signup', { password, data: { name: 'Ana' } }],
  ['a sign-up with a weak password', '/signup', { password: '123' }],
  ['a recovery', '/recover', {}],
  ['a repeated confirmation', '/resend', { type: 'signup' }],
  ['a magic link', '/otp', { create_user: false }],
  ['a magic link with sign-up', '/otp', { create_user: true }],
  ['a sign-in with a wrong password', '/token?grant_type=password', { password: 'errada-mesmo' }],
  ['a wrong code', '/verify', { type: 'recovery', token: '000000' }],
  ['a sign-in code', '/access-codes', {}],
])('%s', (_name, path, body) => {
  test('gets the same bytes after the same statements for known and unknown addresses', async () => {
    const known = await postAndNormalize(path, await addConfirmedAccount(), body);
    const unknown = await postAndNormalize(path, newEmail(), body);
    expect(known).toEqual(unknown);
    expect(known.statements.length).toBeGreaterThan(0);
  });
});

test('an express purchase does the same work for known and unknown addresses', async () => {
  const form = { phone: '82999990000', data: { name: 'Ana' } };
  // The first session reads the signing key.
  await postAndNormalize('/express', newEmail(), form);
  const known = await postAndNormalize('/express', await addConfirmedAccount(), form);
  const unknown = await postAndNormalize('/express', newEmail(), form);
  expect(known.status).toBe(200);
  expect(known.statements).toEqual(unknown.statements);
});

test('a sign-up with the address of an account notifies its owner, and changes nothing', async () => {
  const email = await addConfirmedAccount();
  expect((await service.post('/signup', { email, password: 'do-atacante-1' })).status).toBe(200);
  const mail = await service.mailbox.next(email);
  expect(mail.subject).toContain('Você já tem uma conta');
  expect(mail.text).not.toContain('/verify');
  expect((await service.newClient().signInWithPassword({ email, password })).error).toBeNull();
});
