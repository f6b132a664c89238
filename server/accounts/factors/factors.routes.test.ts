import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticate } from '../authenticate.ts';
import { signUpPerson, startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { normalizePhone } from '@mare/domain/accounts/phone-number.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

type Client = ReturnType<TestAuthService['newClient']>;

async function enrollTotp(client: Client, friendlyName = '') {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
  expect(error).toBeNull();
  return data!;
}

/** The current code of the authenticator app. */
function codeNow(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: service.clock.now().getTime(),
  });
}

async function verifiedTotp(client: Client) {
  const factor = await enrollTotp(client);
  const verified = await client.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeNow(factor.totp.secret),
  });
  expect(verified.error).toBeNull();
  return factor;
}

let phones = 0;
function newPhone(): string {
  phones += 1;
  return `+55 82 99999-${String(phones).padStart(4, '0')}`;
}

test('outside demo, grants staff roles only to sessions with a second factor', async () => {
  const { client, session } = await signUpPerson(service);
  await service.platform.db
    .updateTable('profiles')
    .set({ role: 'admin' })
    .where('id', '=', session.user.id)
    .execute();
  const roleOf = async (demo: boolean) => {
    const platform = { ...service.platform, config: { ...service.platform.config, demo } };
    const { data } = await client.getSession();
    return (await authenticate(platform, `Bearer ${data.session!.access_token}`))?.role;
  };
  expect([await roleOf(false), await roleOf(true)]).toEqual(['buyer', 'admin']);
  await verifiedTotp(client);
  expect([await roleOf(false), await roleOf(true)]).toEqual(['admin', 'admin']);
});

describe('an authenticator app', () => {
  // @covers storefront 4: MFA_CHALLENGE_VERIFIED; aal1 and aal2
  // @covers storefront 7: the auth service, endpoint by endpoint
  test('is enrolled, verified, and raises the session to aal2', async () => {
    const { client, email } = await signUpPerson(service);
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    const factor = await enrollTotp(client, 'Celular');
    expect(factor.totp.qr_code).not.toContain('#');
    expect(factor.totp.uri).toContain(encodeURIComponent(email));
    const before = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(before.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    const code = codeNow(factor.totp.secret);
    expect((await client.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();
    const after = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(after.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
    expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ friendly_name: 'Celular' }]);
  });

  test('accepts each code once, and rejects wrong ones', async () => {
    const { client } = await signUpPerson(service);
    const factor = await verifiedTotp(client);
    const replayed = await client.mfa.challengeAndVerify({
      factorId: factor.id,
      code: codeNow(factor.totp.secret),
    });
    expect(replayed.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    service.clock.advance(60);
    const nextCode = codeNow(factor.totp.secret);
    const challenges = await Promise.all([
      client.mfa.challenge({ factorId: factor.id }),
      client.mfa.challenge({ factorId: factor.id }),
    ]);
    const { data } = await client.getSession();
    const responses = await Promise.all(
      challenges.map((challenge) =>
        service.post(
          `/factors/${factor.id}/verify`,
          { challenge_id: challenge.data!.id, code: nextCode },
          { authorization: `Bearer ${data.session!.access_token}` },
        ),
      ),
    );
    const statuses = responses.map((response) => response.status);
    expect(statuses).toContain(200);
    expect(statuses).toContain(422);
  });

  test('ends copies of the session’s tokens, which stay at aal1', async () => {
    const { client, session } = await signUpPerson(service);
    const getUserByCopiedToken = () => service.newClient().getUser(session.access_token);
    expect((await getUserByCopiedToken()).error).toBeNull();
    await verifiedTotp(client);
    expect((await getUserByCopiedToken()).error).toMatchObject({ name: 'AuthSessionMissingError' });
    expect((await client.getUser()).error).toBeNull();
  });

  test('revokes aal1 sessions, and rejects refresh tokens from before the second factor', async () => {
    const { client, email, session } = await signUpPerson(service);
    const otherClient = service.newClient();
    await otherClient.signInWithPassword({ email, password: 'segredo' });
    await verifiedTotp(client);
    const refreshed = await service.post('/token?grant_type=refresh_token', {
      refresh_token: session.refresh_token,
    });
    expect(refreshed.status).toBe(400);
    expect((await otherClient.refreshSession()).error).not.toBeNull();
    expect((await client.refreshSession()).error).toBeNull();
  });

  // @covers storefront 7: rate limits by account, recipient, factor, session; a global one for text messages
  test('locks the factor for five minutes after ten wrong codes', async () => {
    const { client } = await signUpPerson(service);
    const factor = await enrollTotp(client);
    const challenge = await client.mfa.challenge({ factorId: factor.id });
    const rightCode = codeNow(factor.totp.secret);
    const verify = (code: string) =>
      client.mfa.verify({ factorId: factor.id, challengeId: challenge.data!.id, code });
    const wrongCode = rightCode === '000000' ? '111111' : '000000';
    for (let tried = 0; tried < 10; tried++) await verify(wrongCode);
    expect((await verify(rightCode)).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
  });

  test('accepts a challenge for five minutes in its session only', async () => {
    const { client, email } = await signUpPerson(service);
    const factor = await enrollTotp(client);
    const challenge = await client.mfa.challenge({ factorId: factor.id });
    const verifyAs = (verifier: Client) =>
      verifier.mfa.verify({
        factorId: factor.id,
        challengeId: challenge.data!.id,
        code: codeNow(factor.totp.secret),
      });
    const otherClient = service.newClient();
    await otherClient.signInWithPassword({ email, password: 'segredo' });
    expect((await verifyAs(otherClient)).error).toMatchObject({ code: 'mfa_challenge_expired' });
    service.clock.advance(301);
    expect((await verifyAs(client)).error).toMatchObject({ code: 'mfa_challenge_expired' });
  });
});

describe('with a verified factor', () => {
  test('rejects changes of password, e-mail and factors by aal1 sessions', async () => {
    const { client, email } = await signUpPerson(service);
    const factor = await verifiedTotp(client);
    const aal1Client = service.newClient();
    await aal1Client.signInWithPassword({ email, password: 'segredo' });
    const { access_token: token } = (await aal1Client.getSession()).data.session!;
    expect(await authenticate(service.platform, `Bearer ${token}`)).toBeNull();
    expect((await aal1Client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ nextLevel: 'aal2' });
    expect((await aal1Client.updateUser({ password: 'novasenha' })).error).toMatchObject({
      code: 'insufficient_aal',
    });
    expect((await aal1Client.updateUser({ data: { city: 'Maceió' } })).error).toMatchObject({
      code: 'insufficient_aal',
    });
    expect((await aal1Client.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      code: 'insufficient_aal',
    });
    expect((await aal1Client.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
      code: 'insufficient_aal',
    });
  });

  test('returns the session to aal1 when it is removed', async () => {
    const { client } = await signUpPerson(service);
    const factor = await verifiedTotp(client);
    expect((await client.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
    await client.refreshSession();
    const level = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  });
});

describe('a phone', () => {
  test('is verified with the code sent to it', async () => {
    const { client } = await signUpPerson(service);
    const phone = newPhone();
    const { data: factor } = await client.mfa.enroll({ factorType: 'phone', phone });
    const challenge = await client.mfa.challenge({ factorId: factor!.id, channel: 'sms' });
    const message = await service.mailbox.next(normalizePhone(phone, ['55'])!);
    const code = /\d{6}/.exec(message.text)![0];
    const verified = await client.mfa.verify({ factorId: factor!.id, challengeId: challenge.data!.id, code });
    expect(verified.error).toBeNull();
    const secondChallenge = await client.mfa.challenge({ factorId: factor!.id, channel: 'sms' });
    expect(secondChallenge.error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' });
  });

  test('enforces the daily SMS budget over all users', async () => {
    const serviceWithBudget = await startAuthService({ AUTH_SMS_A_DAY: '1' });
    const requestSmsCode = async () => {
      const { client } = await signUpPerson(serviceWithBudget);
      const { data: factor } = await client.mfa.enroll({ factorType: 'phone', phone: newPhone() });
      return client.mfa.challenge({ factorId: factor!.id, channel: 'sms' });
    };
    expect((await requestSmsCode()).error).toBeNull();
    expect((await requestSmsCode()).error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' });
    serviceWithBudget.clock.advance(24 * 3600 + 1);
    expect((await requestSmsCode()).error).toBeNull();
    await serviceWithBudget.stop();
  });

  test.each(['', '123', '+1 202 555 0100', '+55 82 3333-4444'])('rejects "%s"', async (phone) => {
    const { client } = await signUpPerson(service);
    const { error } = await client.mfa.enroll({ factorType: 'phone', phone });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });
});

describe('bad requests', () => {
  test('are rejected with specific codes', async () => {
    const { client, session } = await signUpPerson(service);
    await enrollTotp(client, 'Um');
    const duplicate = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Um' });
    expect(duplicate.error).toMatchObject({ code: 'mfa_factor_name_conflict' });
    const headers = { authorization: `Bearer ${session.access_token}` };
    const postForError = async (path: string, body: unknown) => {
      const response = await service.post(path, body, headers);
      return [response.status, response.headers.get('x-sb-error-code')];
    };
    expect(await postForError('/factors', { factor_type: 'fax' })).toEqual([400, 'validation_failed']);
    expect(await postForError('/factors/x/verify', { code: '1' })).toEqual([404, 'validation_failed']);
    const unknownFactor = `/factors/${crypto.randomUUID()}`;
    expect(await postForError(`${unknownFactor}/challenge`, {})).toEqual([404, 'mfa_factor_not_found']);
    expect(await postForError(`${unknownFactor}/verify`, { code: 7 })).toEqual([400, 'bad_json']);
  });

  test('allows at most ten factors', async () => {
    const { client } = await signUpPerson(service);
    for (let run = 0; run < 10; run++) await enrollTotp(client);
    const { error } = await client.mfa.enroll({ factorType: 'totp' });
    expect(error).toMatchObject({ code: 'too_many_enrolled_mfa_factors' });
  });
});
