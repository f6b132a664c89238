/** Attacks on an e-mail address that its owner has not confirmed yet. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mail } from '../../platform/messages/mail.ts';
import { newEmail, startAuthService, type TestAuthService } from '../accounts.testing.ts';

const ADMIN = 'dono@exemplo.com.br';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService({ AUTH_AUTOCONFIRM: 'off', ADMIN_EMAIL: ADMIN });
});
afterAll(() => service.stop());

const attackers = {
  password: 'do-atacante',
  data: { name: 'Atacante', phone: '82999990000', consent: true },
};
const owners = { password: 'da-dona-1', data: { name: 'Dona', city: 'Maceió' } };

function linkIn(mail: Mail): string {
  return /https?:\S+verify\S+/.exec(mail.text)![0];
}

function codeIn(mail: Mail): string {
  return /código: (\d{6})/.exec(mail.text)![1]!;
}

async function open(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? 'none:');
}

async function signUp(email: string, person: { password: string; data: object }): Promise<Mail> {
  // One mail a minute.
  service.clock.advance(61);
  expect((await service.post('/signup', { email, ...person })).status).toBe(200);
  return service.mailbox.next(email);
}

async function codeOfSignIn(email: string, password: string): Promise<string | undefined> {
  return (await service.newClient().signInWithPassword({ email, password })).error?.code;
}

function nameOf(email: string) {
  const { db } = service.platform;
  return db.selectFrom('profiles').select('name').where('email', '=', email).executeTakeFirst();
}

function tokensOf(landed: URL): URLSearchParams {
  return new URLSearchParams(landed.hash.slice(1));
}

describe('an address that an attacker signs up first', () => {
  test("opens with the password and data of the sign-up whose link was used, not with the attacker's", async () => {
    const email = newEmail();
    const stolen = await signUp(email, attackers);
    const mail = await signUp(email, owners);
    const landed = await open(linkIn(mail));
    const { data } = await service.newClient().getUser(tokensOf(landed).get('access_token')!);
    expect(data.user?.user_metadata).toEqual(owners.data);
    expect(await nameOf(email)).toEqual({ name: 'Dona' });
    expect(await codeOfSignIn(email, attackers.password)).toBe('invalid_credentials');
    expect(await codeOfSignIn(email, owners.password)).toBeUndefined();
    expect(tokensOf(await open(linkIn(stolen))).get('error_code')).toBe('otp_expired');
    const code = await service.newClient().verifyOtp({ email, token: codeIn(stolen), type: 'signup' });
    expect(code.error).toMatchObject({ code: 'otp_expired' });
  });

  test('opens with the sign-up of the typed code, in any order of sign-ups', async () => {
    const email = newEmail();
    const mail = await signUp(email, owners);
    await signUp(email, attackers);
    const client = service.newClient();
    expect((await client.verifyOtp({ email, token: codeIn(mail), type: 'email' })).error).toBeNull();
    expect(await codeOfSignIn(email, attackers.password)).toBe('invalid_credentials');
    expect(await codeOfSignIn(email, owners.password)).toBeUndefined();
  });

  test('opens once when two links are used at the same time', async () => {
    const email = newEmail();
    const mails = [await signUp(email, attackers), await signUp(email, owners)];
    const landed = await Promise.all(mails.map((mail) => open(linkIn(mail))));
    expect(landed.filter((at) => tokensOf(at).has('access_token'))).toHaveLength(1);
    expect(landed.filter((at) => tokensOf(at).get('error_code') === 'otp_expired')).toHaveLength(1);
  });

  test('opens without a password after a resent message and asks for a new one', async () => {
    const email = newEmail();
    await signUp(email, attackers);
    service.clock.advance(61);
    await service.post('/resend', { email, type: 'signup' });
    const landed = await open(linkIn(await service.mailbox.next(email)));
    expect(landed.pathname).toBe('/auth/nova-senha');
    expect(await codeOfSignIn(email, attackers.password)).toBe('invalid_credentials');
    expect(await nameOf(email)).toEqual({ name: null });
  });

  test('opens without a password after a recovery', async () => {
    const email = newEmail();
    await signUp(email, attackers);
    await service.post('/recover', { email });
    const client = service.newClient();
    const token = codeIn(await service.mailbox.next(email));
    expect((await client.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull();
    expect(await codeOfSignIn(email, attackers.password)).toBe('invalid_credentials');
    expect((await client.updateUser({ password: owners.password })).error).toBeNull();
    expect(await codeOfSignIn(email, owners.password)).toBeUndefined();
    expect(await nameOf(email)).toEqual({ name: null });
  });

  test('cannot be adopted by an unconfirmed account of another person', async () => {
    const email = newEmail();
    await signUp(email, attackers);
    const other = newEmail();
    const client = service.newClient();
    const mail = await signUp(other, owners);
    await client.verifyOtp({ email: other, token: codeIn(mail), type: 'signup' });
    expect((await client.updateUser({ email })).error).toBeNull();
    await open(linkIn(await service.mailbox.next(other)));
    expect(await codeOfSignIn(email, owners.password)).toBe('invalid_credentials');
  });
});

test('voids the link of a sign-up after a change of the password', async () => {
  const email = newEmail();
  const client = service.newClient();
  await client.signUp({ email, password: owners.password });
  const link = linkIn(await service.mailbox.next(email));
  const code = (await open(link)).searchParams.get('code')!;
  const link2 = linkIn(await signUp(newEmail(), owners));
  expect((await client.exchangeCodeForSession(code)).error).toBeNull();
  expect((await client.updateUser({ password: 'outra-senha' })).error).toBeNull();
  expect((await open(link)).searchParams.get('error_code')).toBe('otp_expired');
  expect(tokensOf(await open(link2)).has('access_token')).toBe(true);
});

test('sends the same sign-up response for a known, a pending and an unknown address', async () => {
  const [known, waiting, unknown] = [newEmail(), newEmail(), newEmail()];
  const mail = await signUp(known, owners);
  await open(linkIn(mail));
  await signUp(waiting, owners);
  service.clock.advance(61);
  const shapes = [];
  for (const email of [known, waiting, unknown]) {
    const response = await service.post('/signup', { email, ...attackers });
    const body = (await response.json()) as Record<string, unknown>;
    shapes.push([response.status, { ...body, id: '', email: '' }]);
    expect(body.email).toBe(email);
    expect(await codeOfSignIn(email, attackers.password)).toBe('email_not_confirmed');
  }
  expect(shapes[1]).toEqual(shapes[0]);
  expect(shapes[2]).toEqual(shapes[0]);
});

describe('the first admin', () => {
  const roleOf = async () => {
    const { db } = service.platform;
    return (await db.selectFrom('profiles').select('role').where('email', '=', ADMIN).executeTakeFirst())
      ?.role;
  };

  test('asks for a new password after the link and ignores that of the sign-up', async () => {
    const mail = await signUp(ADMIN, attackers);
    const landed = await open(linkIn(mail));
    expect(landed.pathname).toBe('/auth/nova-senha');
    expect(await roleOf()).toBe('admin');
    expect(await codeOfSignIn(ADMIN, attackers.password)).toBe('invalid_credentials');
  });
});

test('removes password, sessions, factors and identities of an account that becomes the first admin', async () => {
  const open = await startAuthService({ ADMIN_EMAIL: ADMIN });
  const attacker = open.newClient();
  const { data } = await attacker.signUp({ email: ADMIN, ...attackers });
  const id = data.user!.id;
  const { db } = open.platform;
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
  await open.post('/recover', { email: ADMIN });
  const owner = open.newClient();
  const token = codeIn(await open.mailbox.next(ADMIN));
  expect((await owner.verifyOtp({ email: ADMIN, token, type: 'recovery' })).error).toBeNull();
  expect((await attacker.getUser()).error).not.toBeNull();
  const { data: own } = await owner.getUser();
  expect(own.user?.factors ?? []).toEqual([]);
  expect(own.user?.identities?.map(({ provider }) => provider)).toEqual(['email']);
  const again = await open.newClient().signInWithPassword({ email: ADMIN, password: attackers.password });
  expect(again.error).toMatchObject({ code: 'invalid_credentials' });
  expect((await owner.updateUser({ password: owners.password })).error).toBeNull();
  await open.stop();
});

test('promotes no account to first admin by a change of e-mail', async () => {
  const open = await startAuthService({ ADMIN_EMAIL: ADMIN });
  const email = newEmail();
  const attacker = open.newClient();
  await attacker.signUp({ email, ...attackers });
  await attacker.updateUser({ email: ADMIN });
  for (const recipient of [ADMIN, email])
    await fetch(linkIn(await open.mailbox.next(recipient)), { redirect: 'manual' });
  const role = await open.platform.db
    .selectFrom('profiles')
    .select('role')
    .where('email', '=', ADMIN)
    .execute();
  expect(role).toEqual([{ role: 'buyer' }]);
  await open.stop();
});
