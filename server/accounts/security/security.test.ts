import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNDO_HOURS } from '@mare/domain/accounts/security/security-events.ts';
import { addPartner } from '../../partners/partners.testing.ts';
import { newEmail, type TestAuthService } from '../accounts.testing.ts';
import { findPayoutFreeze } from './reversible-changes.ts';
import { createSecurityTestbed, type SecurityTestbed } from './security.testing.ts';

let bed: SecurityTestbed;
let service: TestAuthService;
beforeAll(async () => {
  bed = await createSecurityTestbed();
  ({ service } = bed);
});
afterAll(() => bed.stop());

test('a change of e-mail mails both addresses, freezes payouts, and is undone by either link', async () => {
  const { client, email, userId, password } = await bed.newPerson();
  const newAddress = newEmail();
  await bed.changeEmail(client, email, newAddress);
  const [tokenOfOld, tokenOfNew] = [await bed.readUndoToken(email), await bed.readUndoToken(newAddress)];
  expect(tokenOfNew).toBe(tokenOfOld);
  expect(await bed.findEmail(userId)).toBe(newAddress);
  expect(await bed.findFreeze(userId)).not.toBeNull();
  expect(await bed.undo(tokenOfOld)).toBe('undone');
  expect(await bed.findEmail(userId)).toBe(email);
  expect(await bed.findFreeze(userId)).toBeNull();
  for (const login of [email, newAddress]) {
    const { error } = await service.newClient().signInWithPassword({ email: login, password });
    expect(error).toMatchObject({ code: 'invalid_credentials' });
  }
});

test('undoes a change once, within 48 hours', async () => {
  const { client, email, userId } = await bed.newPerson();
  await bed.changeEmail(client, email, newEmail());
  const token = await bed.readUndoToken(email);
  expect(await bed.undo(token)).toBe('undone');
  await expect(bed.clientOf(null).accounts.undoChange({ token })).rejects.toMatchObject({
    code: 'UNDO_CLOSED',
    data: { reason: 'undone' },
  });
  const late = await bed.newPerson();
  await bed.changeEmail(late.client, late.email, newEmail());
  const lateToken = await bed.readUndoToken(late.email);
  service.clock.advance(UNDO_HOURS * 3600 + 60);
  expect(await bed.undo(lateToken)).toBe('closed: late');
  expect(await bed.findFreeze(late.userId)).toBeNull();
  expect(await bed.findFreeze(userId)).toBeNull();
  expect(await bed.undo('x'.repeat(43))).toBe('NOT_FOUND');
});

test('an undo restores a removed factor with its secret', async () => {
  const { client, email, userId } = await bed.newPerson();
  const { data } = await client.mfa.enroll({ factorType: 'totp' });
  const totp = new TOTP({ secret: data!.totp.secret });
  const code = () => totp.generate({ timestamp: service.clock.now().getTime() });
  await client.mfa.challengeAndVerify({ factorId: data!.id, code: code() });
  await bed.readUndoToken(email);
  service.clock.advance(31);
  await client.mfa.unenroll({ factorId: data!.id });
  expect(await bed.undo(await bed.readUndoToken(email))).toBe('undone');
  service.clock.advance(61);
  const owner = service.newClient();
  await owner.verifyOtp({ email, token: await bed.readRecoveryCode(email), type: 'recovery' });
  const verified = await owner.mfa.challengeAndVerify({ factorId: data!.id, code: code() });
  expect(verified.error).toBeNull();
  expect(verified.data?.user.id).toBe(userId);
});

test('an undo restores the phone of the profile, and a first phone sends no mail', async () => {
  const { client: attacker, email, userId } = await bed.newPerson();
  const { accounts } = bed.clientOf(await bed.tokenOf(attacker));
  const profile = { name: 'Ana', cpf: null, city: null, state: null, birthDate: null };
  const readPhone = async () => (await accounts.me()).phone;
  await accounts.updateProfile({ ...profile, phone: '(82) 99999-0001' });
  await accounts.updateProfile({ ...profile, phone: '82999990001' });
  expect(await bed.findFreeze(userId)).toBeNull();
  await accounts.updateProfile({ ...profile, phone: '(82) 98888-0000' });
  expect(await readPhone()).toBe('82988880000');
  const events = await accounts.securityEvents();
  expect(events.map(({ event }) => event)).toContain('phone_changed');
  expect(await bed.undo(await bed.readUndoToken(email))).toBe('undone');
  expect(await bed.isSessionActive(attacker)).toBe(false);
  const { phone } = await service.platform.db
    .selectFrom('profiles')
    .select('phone')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(phone).toBe('82999990001');
});

test('tells only an account with a password to change it', async () => {
  const { db } = service.platform;
  for (const [passwordHash, steps] of [
    ['$argon2id$', 'troque a sua senha agora e encerre as outras sessões.'],
    [null, 'encerre agora as outras sessões e fale com o suporte.'],
  ] as const) {
    const { client, userId } = await bed.newPerson();
    const { accounts } = bed.clientOf(await bed.tokenOf(client));
    await db.updateTable('auth.users').set({ passwordHash }).where('id', '=', userId).execute();
    const profile = { name: 'Ana', cpf: null, city: null, state: null, birthDate: null };
    await accounts.updateProfile({ ...profile, phone: '82999990001' });
    await accounts.updateProfile({ ...profile, phone: '82988880000' });
    const { message } = await db
      .selectFrom('notifications')
      .select('message')
      .where('userId', '=', userId)
      .where('title', '=', 'O celular da sua conta foi alterado')
      .executeTakeFirstOrThrow();
    expect(message).toBe(`Se não foi você, ${steps}`);
  }
});

test('concurrent undos restore a change once', async () => {
  const { client, email } = await bed.newPerson();
  await bed.changeEmail(client, email, newEmail());
  const token = await bed.readUndoToken(email);
  const results = await Promise.allSettled(
    [1, 2].map(() => bed.clientOf(null).accounts.undoChange({ token })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('an undo restores an affiliate’s Pix key and ends the freeze of payouts', async () => {
  const { client, email, userId } = await bed.newPerson();
  const api = bed.clientOf(await bed.tokenOf(client));
  await api.affiliates.activate();
  await api.affiliates.setPixKey({ pixKey: '(82) 99999-0012' });
  const first = await bed.readUndoToken(email);
  await api.affiliates.setPixKey({ pixKey: 'ladra@exemplo.com.br' });
  const second = await bed.readUndoToken(email);
  expect(await bed.findFreeze(userId)).not.toBeNull();
  expect(await bed.undo(second)).toBe('undone');
  const findPixKey = async () =>
    (
      await service.platform.db
        .selectFrom('affiliates')
        .select('pixKey')
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
    ).pixKey;
  expect(await findPixKey()).toBe('+5582999990012');
  expect(await bed.undo(first)).toBe('undone');
  expect(await findPixKey()).toBeNull();
  expect(await bed.findFreeze(userId)).toBeNull();
});

test('mails changes to the address of an unlinked e-mail login too', async () => {
  const { client, email, userId } = await bed.newPerson();
  const thiefEmail = newEmail();
  await service.platform.db
    .insertInto('auth.identities')
    .values({
      id: service.platform.random.uuid(),
      userId,
      provider: 'google',
      providerId: thiefEmail,
      email: thiefEmail,
      identityData: JSON.stringify({ email: thiefEmail, email_verified: true }),
    })
    .execute();
  const { identities } = (await client.getUserIdentities()).data!;
  const emailIdentity = identities.find(({ provider }) => provider === 'email')!;
  expect((await client.unlinkIdentity(emailIdentity)).error).toBeNull();
  const first = await bed.readUndoToken(email);
  const { affiliates } = bed.clientOf(await bed.tokenOf(client));
  await affiliates.activate();
  await affiliates.setPixKey({ pixKey: 'ladra@exemplo.com.br' });
  expect(await bed.readUndoToken(email)).not.toBe(first);
  expect(await bed.undo(first)).toBe('undone');
  expect(await bed.findEmail(userId)).toBe(email);
  expect(await bed.findFreeze(userId)).toBeNull();
});

test('an undo restores a partner’s Pix key and keeps all passwords', async () => {
  const { client, userId } = await bed.newPerson();
  const { db } = service.platform;
  await db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', userId).execute();
  const { id, email } = await addPartner(service.platform);
  const { admin } = bed.clientOf(await bed.tokenOf(client));
  await admin.setPartnerPixKey({ id, pixKey: 'ladra@exemplo.com.br' });
  const findFreeze = () => findPayoutFreeze(db, { partnerId: id }, service.clock.now());
  expect(await findFreeze()).not.toBeNull();
  const token = await bed.readUndoToken(email);
  expect(await bed.clientOf(null).accounts.undoChange({ token })).toEqual({
    kind: 'partner_pix_key',
    newPasswordFor: null,
  });
  expect(await findFreeze()).toBeNull();
  const { pixKey } = await db
    .selectFrom('partners')
    .select('pixKey')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(pixKey).toBeNull();
  expect(await bed.isSessionActive(client)).toBe(true);
});

test('shows owners only their own events', async () => {
  const { client, email } = await bed.newPerson();
  await bed.changeEmail(client, email, newEmail());
  await bed.newPerson();
  const events = await bed.clientOf(await bed.tokenOf(client)).accounts.securityEvents();
  const kinds = events.map(({ event }) => event);
  expect(kinds).toContain('email_changed');
  expect(kinds).toContain('signed_up');
  expect(new Set(events.map(({ network }) => network))).toContain('127.0.0');
});
