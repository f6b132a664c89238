import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, signUpPerson, startAuthService, type TestAuthService } from '../accounts.testing.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

type Client = ReturnType<TestAuthService['newClient']>;

async function bearerHeader(client: Client) {
  const { data } = await client.getSession();
  return { authorization: `Bearer ${data.session!.access_token}` };
}

/** Signs up a person with an authenticator app and recovery codes, and opens a second session whose factor is pending. */
async function signUpWithCodes() {
  const person = await signUpPerson(service);
  const { data: factor } = await person.client.mfa.enroll({ factorType: 'totp' });
  const totp = new TOTP({ secret: Secret.fromBase32(factor!.totp.secret) });
  const code = totp.generate({ timestamp: service.clock.now().getTime() });
  expect((await person.client.mfa.challengeAndVerify({ factorId: factor!.id, code })).error).toBeNull();
  const codes = await generateCodes(person.client);
  const pending = service.newClient();
  await pending.signInWithPassword({ email: person.email, password: person.password });
  return { ...person, factorId: factor!.id, codes, pending };
}

async function generateCodes(client: Client): Promise<string[]> {
  const { data, error } = await client.mfa.recoveryCodes.generate();
  expect(error).toBeNull();
  return data!.codes;
}

test('accepts a code once instead of the second factor, and mails how many are left', async () => {
  const { codes, pending, email } = await signUpWithCodes();
  expect(new Set(codes).size).toBe(10);
  const typed = codes[0]!.toLowerCase().replace('-', ' ');
  expect((await pending.mfa.recoveryCodes.verify({ code: typed })).error).toBeNull();
  const level = await pending.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data).toMatchObject({
    currentLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
  });
  // The first mail is about the factor.
  const mails = [await service.mailbox.next(email), await service.mailbox.next(email)];
  const mail = mails.find(({ subject }) => subject.includes('Um código de recuperação foi usado'))!;
  expect(mail.text).toMatch(/Códigos que restam:? *9/);
  const again = await pending.mfa.recoveryCodes.verify({ code: codes[0]! });
  expect(again.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  expect((await pending.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 });
});

test('accepts one of two concurrent uses of a code', async () => {
  const { codes, pending, email, password } = await signUpWithCodes();
  const otherClient = service.newClient();
  await otherClient.signInWithPassword({ email, password });
  const responses = await Promise.all(
    [await bearerHeader(pending), await bearerHeader(otherClient)].map((headers) =>
      service.post('/factors/recovery-codes/verify', { code: codes[3] }, headers),
    ),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 422]));
});

test('voids all earlier codes when new ones are created', async () => {
  const { client, codes, pending } = await signUpWithCodes();
  const newCodes = await generateCodes(client);
  expect((await pending.mfa.recoveryCodes.verify({ code: codes[1]! })).error).toMatchObject({ status: 422 });
  expect((await pending.mfa.recoveryCodes.verify({ code: newCodes[1]! })).error).toBeNull();
});

test('a pending session cannot read or create codes', async () => {
  const { pending } = await signUpWithCodes();
  expect((await pending.mfa.recoveryCodes.generate()).error).toMatchObject({ code: 'insufficient_aal' });
  expect((await pending.mfa.recoveryCodes.getStatus()).error).toMatchObject({ code: 'insufficient_aal' });
});

test('locks for five minutes after ten wrong codes', async () => {
  const { codes, pending } = await signUpWithCodes();
  const verify = (code: string) => pending.mfa.recoveryCodes.verify({ code });
  for (let tried = 0; tried < 10; tried++) await verify('AAAAA-AAAAA');
  expect((await verify(codes[0]!)).error).toMatchObject({ status: 429 });
  service.clock.advance(301);
  expect((await verify(codes[0]!)).error).toBeNull();
});

test('rejects a code of another person', async () => {
  const [owner, thief] = [await signUpWithCodes(), await signUpWithCodes()];
  const response = await thief.pending.mfa.recoveryCodes.verify({ code: owner.codes[0]! });
  expect(response.error).toMatchObject({ status: 422 });
});

test('removes the factor and all codes by a code, without an admin', async () => {
  const { codes, pending, factorId } = await signUpWithCodes();
  await pending.mfa.recoveryCodes.verify({ code: codes[0]! });
  expect((await pending.mfa.unenroll({ factorId })).error).toBeNull();
  await pending.refreshSession();
  const level = await pending.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  expect((await pending.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 0, remaining: 0 });
});

test('creates codes only for an account with a factor or a passkey, stored as hashes', async () => {
  const { client } = await signUpPerson(service);
  const rejected = await service.post('/factors/recovery-codes', {}, await bearerHeader(client));
  expect(errorOf(rejected)).toEqual([422, 'mfa_recovery_codes_sole_factor']);
  const { codes, session } = await signUpWithCodes();
  const { rows } = await service.platform.pool.query<{ row: string }>(
    'select encode(code_hash, $2) as row from auth.recovery_codes where user_id = $1',
    [session.user.id, 'escape'],
  );
  expect(rows).toHaveLength(10);
  expect(rows.some(({ row }) => codes.includes(row))).toBe(false);
});
