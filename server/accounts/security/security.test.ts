import { ORPCError } from '@orpc/client';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNDO_HOURS } from '@mare/domain/accounts/security/security-events.ts';
import { addPartner } from '../../partners/partners.testing.ts';
import { startWholeApi, type WholeApi } from '../../integration/whole-api.testing.ts';
import { newEmail, signUpPerson, type TestAuthService } from '../accounts.testing.ts';
import { findPayoutFreeze } from './reversible-changes.ts';

let bed: WholeApi;
let service: TestAuthService;
beforeAll(async () => {
  bed = await startWholeApi();
  ({ service } = bed);
});
afterAll(() => bed.stop());

type Client = ReturnType<TestAuthService['newClient']>;

const tokenOf = async (client: Client) => (await client.getSession()).data.session!.access_token;

/** The next mail to the address that holds a link to undo a change. */
async function undoLinkTo(email: string): Promise<string> {
  for (;;) {
    const { text } = await service.mailbox.next(email);
    const found = /desfazer-mudanca#(\S+)/.exec(text);
    if (found) return found[1]!;
  }
}

/** The code of the next mail to the address that asks for a new password. */
async function recoveryCodeTo(email: string): Promise<string> {
  for (;;) {
    const { subject, text } = await service.mailbox.next(email);
    if (subject.startsWith('Crie a senha')) return /\b\d{6}\b/.exec(text)![0];
  }
}

/** Outcome of the link, signed out. */
async function undo(token: string): Promise<string> {
  try {
    await bed.clientOf(null).accounts.undoChange({ token });
    return 'undone';
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
    return error.code === 'UNDO_CLOSED'
      ? `closed: ${(error.data as { reason: string }).reason}`
      : String(error.code);
  }
}

/** Changes the e-mail as its holder does, at both addresses. */
async function changeEmail(client: Client, from: string, to: string): Promise<void> {
  service.clock.advance(61);
  const { error } = await client.updateUser({ email: to });
  expect(error).toBeNull();
  for (const address of [to, from]) {
    let token: string | undefined;
    while (!token) token = /[?&]token=([^&\s]+)/.exec((await service.mailbox.next(address)).text)?.[1];
    await fetch(`${service.url}/verify?token=${token}&type=email_change`, { redirect: 'manual' });
  }
}

async function newPerson() {
  const person = await signUpPerson(service);
  return { ...person, userId: person.session.user.id };
}

const emailOf = async (userId: string) =>
  (
    await service.platform.db
      .selectFrom('auth.users')
      .innerJoin('profiles', 'profiles.id', 'auth.users.id')
      .select(['auth.users.email', 'profiles.email as shown'])
      .where('auth.users.id', '=', userId)
      .executeTakeFirstOrThrow()
  ).email;

const isAlive = async (client: Client) =>
  (await fetch(`${service.url}/user`, { headers: { authorization: `Bearer ${await tokenOf(client)}` } })).ok;

const frozen = (userId: string) => findPayoutFreeze(service.platform.db, { userId }, service.clock.now());

test('a change of e-mail mails both addresses, freezes payouts, and is undone by either link', async () => {
  const { client, email, userId, password } = await newPerson();
  const next = newEmail();
  await changeEmail(client, email, next);
  const [old, fresh] = [await undoLinkTo(email), await undoLinkTo(next)];
  expect(fresh).toBe(old);
  expect(await emailOf(userId)).toBe(next);
  expect(await frozen(userId)).not.toBeNull();
  expect(await undo(old)).toBe('undone');
  expect(await emailOf(userId)).toBe(email);
  expect(await frozen(userId)).toBeNull();
  for (const address of [email, next]) {
    const { error } = await service.newClient().signInWithPassword({ email: address, password });
    expect(error).toMatchObject({ code: 'invalid_credentials' });
  }
});

test('a change is undone once, and not after 48 hours', async () => {
  const { client, email, userId } = await newPerson();
  await changeEmail(client, email, newEmail());
  const token = await undoLinkTo(email);
  expect(await undo(token)).toBe('undone');
  await expect(bed.clientOf(null).accounts.undoChange({ token })).rejects.toMatchObject({
    code: 'UNDO_CLOSED',
    data: { reason: 'undone' },
  });
  const late = await newPerson();
  await changeEmail(late.client, late.email, newEmail());
  const lateToken = await undoLinkTo(late.email);
  service.clock.advance(UNDO_HOURS * 3600 + 60);
  expect(await undo(lateToken)).toBe('closed: late');
  expect(await frozen(late.userId)).toBeNull();
  expect(await frozen(userId)).toBeNull();
  expect(await undo('x'.repeat(43))).toBe('NOT_FOUND');
});

test('undoing the first of two changes undoes both', async () => {
  const { client, email, userId } = await newPerson();
  const [second, third] = [newEmail(), newEmail()];
  await changeEmail(client, email, second);
  const first = await undoLinkTo(email);
  await client.refreshSession();
  await changeEmail(client, second, third);
  const later = await undoLinkTo(third);
  expect(await undo(first)).toBe('undone');
  expect(await emailOf(userId)).toBe(email);
  expect(await undo(later)).toBe('closed: undone');
  expect(await emailOf(userId)).toBe(email);
});

test('undoing ends the session of an attacker, who enrolled a factor', async () => {
  const { client: attacker, email, userId, password } = await newPerson();
  const { data } = await attacker.mfa.enroll({ factorType: 'totp' });
  const totp = new TOTP({ secret: data!.totp.secret });
  const code = totp.generate({ timestamp: service.clock.now().getTime() });
  await attacker.mfa.challengeAndVerify({ factorId: data!.id, code });
  expect(await isAlive(attacker)).toBe(true);
  expect(await undo(await undoLinkTo(email))).toBe('undone');
  expect(await isAlive(attacker)).toBe(false);
  const factors = await service.platform.db
    .selectFrom('auth.mfaFactors')
    .select('id')
    .where('userId', '=', userId)
    .execute();
  expect(factors).toEqual([]);
  expect((await service.newClient().signInWithPassword({ email, password })).error).not.toBeNull();
});

test('undoing a change of e-mail undoes what an attacker added afterwards', async () => {
  const { client: attacker, email, userId } = await newPerson();
  await changeEmail(attacker, email, newEmail());
  const token = await undoLinkTo(email);
  await attacker.refreshSession();
  const { data } = await attacker.mfa.enroll({ factorType: 'totp' });
  const totp = new TOTP({ secret: data!.totp.secret });
  const code = totp.generate({ timestamp: service.clock.now().getTime() });
  await attacker.mfa.challengeAndVerify({ factorId: data!.id, code });
  // The old address hears of it too.
  const ofFactor = await undoLinkTo(email);
  expect(await undo(token)).toBe('undone');
  expect(await undo(ofFactor)).toBe('closed: undone');
  expect(await isAlive(attacker)).toBe(false);
  expect(await emailOf(userId)).toBe(email);
  const { rows } = await service.platform.pool.query('select 1 from auth.mfa_factors where user_id = $1', [
    userId,
  ]);
  expect(rows).toEqual([]);
});

test('a removed factor comes back with its secret', async () => {
  const { client, email, userId } = await newPerson();
  const { data } = await client.mfa.enroll({ factorType: 'totp' });
  const totp = new TOTP({ secret: data!.totp.secret });
  const code = () => totp.generate({ timestamp: service.clock.now().getTime() });
  await client.mfa.challengeAndVerify({ factorId: data!.id, code: code() });
  await undoLinkTo(email);
  service.clock.advance(31);
  await client.mfa.unenroll({ factorId: data!.id });
  expect(await undo(await undoLinkTo(email))).toBe('undone');
  service.clock.advance(61);
  const owner = service.newClient();
  await owner.verifyOtp({ email, token: await recoveryCodeTo(email), type: 'recovery' });
  const verified = await owner.mfa.challengeAndVerify({ factorId: data!.id, code: code() });
  expect(verified.error).toBeNull();
  expect(verified.data?.user.id).toBe(userId);
});

test('undoing voids a link that an attacker has opened and not used yet', async () => {
  const { client: attacker, email } = await newPerson();
  const next = newEmail();
  await changeEmail(attacker, email, next);
  const token = await undoLinkTo(email);
  service.clock.advance(61);
  const browser = service.newClient();
  await browser.resetPasswordForEmail(next);
  let link: string | undefined;
  while (!link) {
    const { subject, text } = await service.mailbox.next(next);
    if (subject.startsWith('Redefinir')) link = /https?:\S+verify\S+/.exec(text)?.[0];
  }
  const opened = await fetch(link, { redirect: 'manual' });
  const code = new URL(opened.headers.get('location')!).searchParams.get('code')!;
  expect(await undo(token)).toBe('undone');
  expect((await browser.exchangeCodeForSession(code)).error).not.toBeNull();
});

test('undoing a change of the password ends all sessions, and mails the owner a link for a new one', async () => {
  const { client: owner, email, password } = await newPerson();
  const attacker = service.newClient();
  await attacker.signInWithPassword({ email, password });
  expect((await attacker.updateUser({ password: 'senha-da-ladra' })).error).toBeNull();
  expect(await isAlive(owner)).toBe(false);
  expect(await undo(await undoLinkTo(email))).toBe('undone');
  expect(await isAlive(attacker)).toBe(false);
  for (const known of [password, 'senha-da-ladra'])
    expect((await service.newClient().signInWithPassword({ email, password: known })).error).toMatchObject({
      code: 'invalid_credentials',
    });
  const returned = service.newClient();
  await returned.verifyOtp({ email, token: await recoveryCodeTo(email), type: 'recovery' });
  expect((await returned.updateUser({ password: 'outra-senha-nova' })).error).toBeNull();
  const entered = await service.newClient().signInWithPassword({ email, password: 'outra-senha-nova' });
  expect(entered.error).toBeNull();
});

test('the phone of the profile comes back, and a first phone sends no mail', async () => {
  const { client: attacker, email, userId } = await newPerson();
  const { accounts } = bed.clientOf(await tokenOf(attacker));
  const profile = { name: 'Ana', cpf: null, city: null, state: null, birthDate: null };
  const phoneNow = async () => (await accounts.me()).phone;
  await accounts.updateProfile({ ...profile, phone: '(82) 99999-0001' });
  await accounts.updateProfile({ ...profile, phone: '82999990001' });
  expect(await frozen(userId)).toBeNull();
  await accounts.updateProfile({ ...profile, phone: '(82) 98888-0000' });
  expect(await phoneNow()).toBe('82988880000');
  const events = await accounts.securityEvents();
  expect(events.map(({ event }) => event)).toContain('phone_changed');
  expect(await undo(await undoLinkTo(email))).toBe('undone');
  expect(await isAlive(attacker)).toBe(false);
  const { phone } = await service.platform.db
    .selectFrom('profiles')
    .select('phone')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(phone).toBe('82999990001');
});

test('two presses at once undo a change once', async () => {
  const { client, email } = await newPerson();
  await changeEmail(client, email, newEmail());
  const token = await undoLinkTo(email);
  const results = await Promise.allSettled(
    [1, 2].map(() => bed.clientOf(null).accounts.undoChange({ token })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('an affiliate’s Pix key comes back, and payouts are frozen until then', async () => {
  const { client, email, userId } = await newPerson();
  const api = bed.clientOf(await tokenOf(client));
  await api.affiliates.activate();
  await api.affiliates.setPixKey({ pixKey: '(82) 99999-0012' });
  const first = await undoLinkTo(email);
  await api.affiliates.setPixKey({ pixKey: 'ladra@exemplo.com.br' });
  const second = await undoLinkTo(email);
  expect(await frozen(userId)).not.toBeNull();
  expect(await undo(second)).toBe('undone');
  const keyOf = async () =>
    (
      await service.platform.db
        .selectFrom('affiliates')
        .select('pixKey')
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
    ).pixKey;
  expect(await keyOf()).toBe('+5582999990012');
  expect(await undo(first)).toBe('undone');
  expect(await keyOf()).toBeNull();
  expect(await frozen(userId)).toBeNull();
});

test('changes after an unlinked e-mail login are mailed to its address too', async () => {
  const { client, email, userId } = await newPerson();
  const thief = newEmail();
  await service.platform.db
    .insertInto('auth.identities')
    .values({
      id: service.platform.random.uuid(),
      userId,
      provider: 'google',
      providerId: thief,
      email: thief,
      identityData: JSON.stringify({ email: thief, email_verified: true }),
    })
    .execute();
  const { identities } = (await client.getUserIdentities()).data!;
  const own = identities.find(({ provider }) => provider === 'email')!;
  expect((await client.unlinkIdentity(own)).error).toBeNull();
  const first = await undoLinkTo(email);
  const { affiliates } = bed.clientOf(await tokenOf(client));
  await affiliates.activate();
  await affiliates.setPixKey({ pixKey: 'ladra@exemplo.com.br' });
  expect(await undoLinkTo(email)).not.toBe(first);
  expect(await undo(first)).toBe('undone');
  expect(await emailOf(userId)).toBe(email);
  expect(await frozen(userId)).toBeNull();
});

test('a partner’s Pix key comes back; no account loses its password', async () => {
  const { client, userId } = await newPerson();
  const { db } = service.platform;
  await db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', userId).execute();
  const { id, email } = await addPartner(service.platform);
  const { admin } = bed.clientOf(await tokenOf(client));
  await admin.setPartnerPixKey({ id, pixKey: 'ladra@exemplo.com.br' });
  const freeze = () => findPayoutFreeze(db, { partnerId: id }, service.clock.now());
  expect(await freeze()).not.toBeNull();
  const token = await undoLinkTo(email);
  expect(await bed.clientOf(null).accounts.undoChange({ token })).toEqual({
    kind: 'partner_pix_key',
    newPasswordFor: null,
  });
  expect(await freeze()).toBeNull();
  const { pixKey } = await db
    .selectFrom('partners')
    .select('pixKey')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(pixKey).toBeNull();
  expect(await isAlive(client)).toBe(true);
});

test('the owner reads what happened, and nothing of others', async () => {
  const { client, email } = await newPerson();
  await changeEmail(client, email, newEmail());
  await newPerson();
  const events = await bed.clientOf(await tokenOf(client)).accounts.securityEvents();
  const kinds = events.map(({ event }) => event);
  expect(kinds).toContain('email_changed');
  expect(kinds).toContain('signed_up');
  expect(new Set(events.map(({ network }) => network))).toContain('127.0.0');
});
