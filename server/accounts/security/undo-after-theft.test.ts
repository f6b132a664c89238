/** Undoing changes that an attacker made in a stolen account. */
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, type TestAuthService } from '../accounts.testing.ts';
import { createSecurityTestbed, type SecurityTestbed } from './security.testing.ts';

let bed: SecurityTestbed;
let service: TestAuthService;
beforeAll(async () => {
  bed = await createSecurityTestbed();
  ({ service } = bed);
});
afterAll(() => bed.stop());

test('undoes both changes when the first is undone', async () => {
  const { client, email, userId } = await bed.newPerson();
  const [second, third] = [newEmail(), newEmail()];
  await bed.changeEmail(client, email, second);
  const first = await bed.readUndoToken(email);
  await client.refreshSession();
  await bed.changeEmail(client, second, third);
  const secondToken = await bed.readUndoToken(third);
  expect(await bed.undo(first)).toBe('undone');
  expect(await bed.findEmail(userId)).toBe(email);
  expect(await bed.undo(secondToken)).toBe('closed: undone');
  expect(await bed.findEmail(userId)).toBe(email);
});

test('an undo ends the session of an attacker who enrolled a factor', async () => {
  const { client: attacker, email, userId, password } = await bed.newPerson();
  const { data } = await attacker.mfa.enroll({ factorType: 'totp' });
  const totp = new TOTP({ secret: data!.totp.secret });
  const code = totp.generate({ timestamp: service.clock.now().getTime() });
  await attacker.mfa.challengeAndVerify({ factorId: data!.id, code });
  expect(await bed.isSessionActive(attacker)).toBe(true);
  expect(await bed.undo(await bed.readUndoToken(email))).toBe('undone');
  expect(await bed.isSessionActive(attacker)).toBe(false);
  const factors = await service.platform.db
    .selectFrom('auth.mfaFactors')
    .select('id')
    .where('userId', '=', userId)
    .execute();
  expect(factors).toEqual([]);
  expect((await service.newClient().signInWithPassword({ email, password })).error).not.toBeNull();
});

test('undoing a change of e-mail also undoes what an attacker added later', async () => {
  const { client: attacker, email, userId } = await bed.newPerson();
  await bed.changeEmail(attacker, email, newEmail());
  const token = await bed.readUndoToken(email);
  await attacker.refreshSession();
  const { data } = await attacker.mfa.enroll({ factorType: 'totp' });
  const totp = new TOTP({ secret: data!.totp.secret });
  const code = totp.generate({ timestamp: service.clock.now().getTime() });
  await attacker.mfa.challengeAndVerify({ factorId: data!.id, code });
  // The old e-mail address is notified too.
  const factorToken = await bed.readUndoToken(email);
  expect(await bed.undo(token)).toBe('undone');
  expect(await bed.undo(factorToken)).toBe('closed: undone');
  expect(await bed.isSessionActive(attacker)).toBe(false);
  expect(await bed.findEmail(userId)).toBe(email);
  const { rows } = await service.platform.pool.query('select 1 from auth.mfa_factors where user_id = $1', [
    userId,
  ]);
  expect(rows).toEqual([]);
});

test('undoing voids a link that an attacker has opened and not used yet', async () => {
  const { client: attacker, email } = await bed.newPerson();
  const newAddress = newEmail();
  await bed.changeEmail(attacker, email, newAddress);
  const token = await bed.readUndoToken(email);
  service.clock.advance(61);
  const browser = service.newClient();
  await browser.resetPasswordForEmail(newAddress);
  let link: string | undefined;
  while (!link) {
    const { subject, text } = await service.mailbox.next(newAddress);
    if (subject.startsWith('Redefinir')) link = /https?:\S+verify\S+/.exec(text)?.[0];
  }
  const opened = await fetch(link, { redirect: 'manual' });
  const code = new URL(opened.headers.get('location')!).searchParams.get('code')!;
  expect(await bed.undo(token)).toBe('undone');
  expect((await browser.exchangeCodeForSession(code)).error).not.toBeNull();
});

test('undoing a change of the password ends all sessions, and mails the owner a link for a new one', async () => {
  const { client: owner, email, password } = await bed.newPerson();
  const attacker = service.newClient();
  await attacker.signInWithPassword({ email, password });
  expect((await attacker.updateUser({ password: 'senha-da-ladra' })).error).toBeNull();
  expect(await bed.isSessionActive(owner)).toBe(false);
  expect(await bed.undo(await bed.readUndoToken(email))).toBe('undone');
  expect(await bed.isSessionActive(attacker)).toBe(false);
  for (const known of [password, 'senha-da-ladra'])
    expect((await service.newClient().signInWithPassword({ email, password: known })).error).toMatchObject({
      code: 'invalid_credentials',
    });
  const ownerClient = service.newClient();
  await ownerClient.verifyOtp({ email, token: await bed.readRecoveryCode(email), type: 'recovery' });
  expect((await ownerClient.updateUser({ password: 'outra-senha-nova' })).error).toBeNull();
  const signedIn = await service.newClient().signInWithPassword({ email, password: 'outra-senha-nova' });
  expect(signedIn.error).toBeNull();
});
