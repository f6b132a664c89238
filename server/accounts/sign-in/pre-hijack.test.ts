/** Attacks on an e-mail address that its owner has not confirmed yet. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mail } from '../../platform/messages/mail.ts';
import { newEmail, startAuthService, type TestAuthService } from '../accounts.testing.ts';

const ADMIN_EMAIL = 'dono@exemplo.com.br';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService({ AUTH_AUTOCONFIRM: 'off', ADMIN_EMAIL });
});
afterAll(() => service.stop());

const attackerForm = {
  password: 'do-atacante',
  data: { name: 'Atacante', phone: '82999990000', consent: true },
};
const ownerForm = { password: 'da-dona-1', data: { name: 'Dona', city: 'Maceió' } };

function linkIn(mail: Mail): string {
  return /https?:\S+verify\S+/.exec(mail.text)![0];
}

function codeIn(mail: Mail): string {
  return /código: (\d{6})/.exec(mail.text)![1]!;
}

async function openLink(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? 'none:');
}

async function signUp(email: string, form: { password: string; data: object }): Promise<Mail> {
  // One mail a minute.
  service.clock.advance(61);
  expect((await service.post('/signup', { email, ...form })).status).toBe(200);
  return service.mailbox.next(email);
}

async function signInError(email: string, password: string): Promise<string | undefined> {
  return (await service.newClient().signInWithPassword({ email, password })).error?.code;
}

function nameOf(email: string) {
  const { db } = service.platform;
  return db.selectFrom('profiles').select('name').where('email', '=', email).executeTakeFirst();
}

function hashParameters(url: URL): URLSearchParams {
  return new URLSearchParams(url.hash.slice(1));
}

describe('an address that an attacker signs up first', () => {
  test("opens with the password and data of the sign-up whose link was used, not with the attacker's", async () => {
    const email = newEmail();
    const attackerMail = await signUp(email, attackerForm);
    const mail = await signUp(email, ownerForm);
    const landingUrl = await openLink(linkIn(mail));
    const { data } = await service.newClient().getUser(hashParameters(landingUrl).get('access_token')!);
    expect(data.user?.user_metadata).toEqual(ownerForm.data);
    expect(await nameOf(email)).toEqual({ name: 'Dona' });
    expect(await signInError(email, attackerForm.password)).toBe('invalid_credentials');
    expect(await signInError(email, ownerForm.password)).toBeUndefined();
    expect(hashParameters(await openLink(linkIn(attackerMail))).get('error_code')).toBe('otp_expired');
    const code = await service.newClient().verifyOtp({ email, token: codeIn(attackerMail), type: 'signup' });
    expect(code.error).toMatchObject({ code: 'otp_expired' });
  });

  test('opens with the sign-up of the typed code, in any order of sign-ups', async () => {
    const email = newEmail();
    const mail = await signUp(email, ownerForm);
    await signUp(email, attackerForm);
    const client = service.newClient();
    expect((await client.verifyOtp({ email, token: codeIn(mail), type: 'email' })).error).toBeNull();
    expect(await signInError(email, attackerForm.password)).toBe('invalid_credentials');
    expect(await signInError(email, ownerForm.password)).toBeUndefined();
  });

  test('opens once when two links are used at the same time', async () => {
    const email = newEmail();
    const mails = [await signUp(email, attackerForm), await signUp(email, ownerForm)];
    const landingUrls = await Promise.all(mails.map((mail) => openLink(linkIn(mail))));
    expect(landingUrls.filter((url) => hashParameters(url).has('access_token'))).toHaveLength(1);
    expect(landingUrls.filter((url) => hashParameters(url).get('error_code') === 'otp_expired')).toHaveLength(
      1,
    );
  });

  test('opens without a password after a resent message and asks for a new one', async () => {
    const email = newEmail();
    await signUp(email, attackerForm);
    service.clock.advance(61);
    await service.post('/resend', { email, type: 'signup' });
    const landingUrl = await openLink(linkIn(await service.mailbox.next(email)));
    expect(landingUrl.pathname).toBe('/auth/nova-senha');
    expect(await signInError(email, attackerForm.password)).toBe('invalid_credentials');
    expect(await nameOf(email)).toEqual({ name: null });
  });

  test('opens without a password after a recovery', async () => {
    const email = newEmail();
    await signUp(email, attackerForm);
    await service.post('/recover', { email });
    const client = service.newClient();
    const token = codeIn(await service.mailbox.next(email));
    expect((await client.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull();
    expect(await signInError(email, attackerForm.password)).toBe('invalid_credentials');
    expect((await client.updateUser({ password: ownerForm.password })).error).toBeNull();
    expect(await signInError(email, ownerForm.password)).toBeUndefined();
    expect(await nameOf(email)).toEqual({ name: null });
  });

  test('cannot be adopted by an unconfirmed account of another person', async () => {
    const email = newEmail();
    await signUp(email, attackerForm);
    const otherEmail = newEmail();
    const client = service.newClient();
    const mail = await signUp(otherEmail, ownerForm);
    await client.verifyOtp({ email: otherEmail, token: codeIn(mail), type: 'signup' });
    expect((await client.updateUser({ email })).error).toBeNull();
    await openLink(linkIn(await service.mailbox.next(otherEmail)));
    expect(await signInError(email, ownerForm.password)).toBe('invalid_credentials');
  });
});

test('voids the link of a sign-up after a change of the password', async () => {
  const email = newEmail();
  const client = service.newClient();
  await client.signUp({ email, password: ownerForm.password });
  const link = linkIn(await service.mailbox.next(email));
  const code = (await openLink(link)).searchParams.get('code')!;
  const otherLink = linkIn(await signUp(newEmail(), ownerForm));
  expect((await client.exchangeCodeForSession(code)).error).toBeNull();
  expect((await client.updateUser({ password: 'outra-senha' })).error).toBeNull();
  expect((await openLink(link)).searchParams.get('error_code')).toBe('otp_expired');
  expect(hashParameters(await openLink(otherLink)).has('access_token')).toBe(true);
});

test('sends the same sign-up response for a known, a pending and an unknown address', async () => {
  const [known, pending, unknown] = [newEmail(), newEmail(), newEmail()];
  const mail = await signUp(known, ownerForm);
  await openLink(linkIn(mail));
  await signUp(pending, ownerForm);
  service.clock.advance(61);
  const responses = [];
  for (const email of [known, pending, unknown]) {
    const response = await service.post('/signup', { email, ...attackerForm });
    const body = (await response.json()) as Record<string, unknown>;
    responses.push([response.status, { ...body, id: '', email: '' }]);
    expect(body.email).toBe(email);
    expect(await signInError(email, attackerForm.password)).toBe('email_not_confirmed');
  }
  expect(responses[1]).toEqual(responses[0]);
  expect(responses[2]).toEqual(responses[0]);
});

describe('the first admin', () => {
  const roleOf = async () => {
    const { db } = service.platform;
    return (
      await db.selectFrom('profiles').select('role').where('email', '=', ADMIN_EMAIL).executeTakeFirst()
    )?.role;
  };

  test('asks for a new password after the link and ignores that of the sign-up', async () => {
    const mail = await signUp(ADMIN_EMAIL, attackerForm);
    const landingUrl = await openLink(linkIn(mail));
    expect(landingUrl.pathname).toBe('/auth/nova-senha');
    expect(await roleOf()).toBe('admin');
    expect(await signInError(ADMIN_EMAIL, attackerForm.password)).toBe('invalid_credentials');
  });
});

test('removes password, sessions, factors and identities of an account that becomes the first admin', async () => {
  const autoconfirming = await startAuthService({ ADMIN_EMAIL });
  const attacker = autoconfirming.newClient();
  const { data } = await attacker.signUp({ email: ADMIN_EMAIL, ...attackerForm });
  const id = data.user!.id;
  const { db } = autoconfirming.platform;
  const factor = await attacker.mfa.enroll({ factorType: 'totp' });
  await db
    .updateTable('auth.mfaFactors')
    .set({ status: 'verified' })
    .where('id', '=', factor.data!.id)
    .execute();
  await db
    .insertInto('auth.identities')
    .values({ id: crypto.randomUUID(), userId: id, provider: 'google', providerId: 'g-1' })
    .execute();
  await autoconfirming.post('/recover', { email: ADMIN_EMAIL });
  const owner = autoconfirming.newClient();
  const token = codeIn(await autoconfirming.mailbox.next(ADMIN_EMAIL));
  expect((await owner.verifyOtp({ email: ADMIN_EMAIL, token, type: 'recovery' })).error).toBeNull();
  expect((await attacker.getUser()).error).not.toBeNull();
  const { data: own } = await owner.getUser();
  expect(own.user?.factors ?? []).toEqual([]);
  expect(own.user?.identities?.map(({ provider }) => provider)).toEqual(['email']);
  const again = await autoconfirming
    .newClient()
    .signInWithPassword({ email: ADMIN_EMAIL, password: attackerForm.password });
  expect(again.error).toMatchObject({ code: 'invalid_credentials' });
  expect((await owner.updateUser({ password: ownerForm.password })).error).toBeNull();
  await autoconfirming.stop();
});

test('promotes no account to first admin by a change of e-mail', async () => {
  const autoconfirming = await startAuthService({ ADMIN_EMAIL });
  const email = newEmail();
  const attacker = autoconfirming.newClient();
  await attacker.signUp({ email, ...attackerForm });
  await attacker.updateUser({ email: ADMIN_EMAIL });
  for (const recipient of [ADMIN_EMAIL, email])
    await fetch(linkIn(await autoconfirming.mailbox.next(recipient)), { redirect: 'manual' });
  const role = await autoconfirming.platform.db
    .selectFrom('profiles')
    .select('role')
    .where('email', '=', ADMIN_EMAIL)
    .execute();
  expect(role).toEqual([{ role: 'buyer' }]);
  await autoconfirming.stop();
});
