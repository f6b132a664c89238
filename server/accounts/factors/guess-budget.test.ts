/** Sign-in attempts by the owner of an account and by a stranger who has the password. */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newEmail, startAuthService, type TestAuthService } from '../accounts.testing.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService({ TRUSTED_PROXY_HOPS: '1' });
});
afterAll(() => service.stop());
beforeEach(() => service.platform.db.deleteFrom('auth.rateLimits').execute());

const password = 'segredo';
const OWNER_IP = '203.0.113.7';
const NEW_IP = '192.0.2.7';
const strangerIp = (index: number) => `10.${index}.0.1`;

interface ResponseBody {
  id?: string;
  access_token?: string;
  totp?: { secret: string };
  error_code?: string;
}

async function post(path: string, body: unknown, from: string, token = '') {
  const headers = { 'x-forwarded-for': from, ...(token && { authorization: `Bearer ${token}` }) };
  const response = await service.post(path, body, headers);
  return { status: response.status, body: (await response.json()) as ResponseBody };
}

async function signInWithPassword(email: string, from: string): Promise<string> {
  const { status, body } = await post('/token?grant_type=password', { email, password }, from);
  expect(status).toBe(200);
  return body.access_token!;
}

/** An account with an authenticator app, signed in from the owner's network. */
async function addOwner() {
  const email = newEmail();
  const { body } = await post('/signup', { email, password }, OWNER_IP);
  const factor = (await post('/factors', { factor_type: 'totp' }, OWNER_IP, body.access_token)).body;
  const totp = new TOTP({ secret: Secret.fromBase32(factor.totp!.secret) });
  const owner = { email, factorId: factor.id!, totp };
  expect(await tryCode(owner, OWNER_IP, body.access_token!, rightCode(owner))).toBe(200);
  service.clock.advance(60);
  return owner;
}

type Owner = Awaited<ReturnType<typeof addOwner>>;

const rightCode = ({ totp }: Owner) => totp.generate({ timestamp: service.clock.now().getTime() });
const wrongCode = (owner: Owner) => (rightCode(owner).startsWith('0') ? '999999' : '000000');

async function tryCode(owner: Owner, from: string, token: string, code: string) {
  const path = `/factors/${owner.factorId}`;
  const challenge = await post(`${path}/challenge`, {}, from, token);
  if (challenge.status !== 200) return challenge.status;
  const verified = await post(`${path}/verify`, { challenge_id: challenge.body.id, code }, from, token);
  return verified.body.error_code === 'mfa_verification_rejected' ? 'closed to strangers' : verified.status;
}

async function guessCodes(owner: Owner, from: string, times: number) {
  const token = await signInWithPassword(owner.email, from);
  const statuses = [];
  for (let tried = 0; tried < times; tried++)
    statuses.push(await tryCode(owner, from, token, wrongCode(owner)));
  return statuses;
}

test('a stranger who has the password locks only the stranger’s network', async () => {
  const owner = await addOwner();
  const statuses = await guessCodes(owner, strangerIp(1), 11);
  expect(statuses.slice(-2)).toEqual([422, 429]);
  for (const from of [OWNER_IP, NEW_IP]) {
    service.clock.advance(30);
    const token = await signInWithPassword(owner.email, from);
    expect(await tryCode(owner, from, token, rightCode(owner))).toBe(200);
  }
});

test('limits strangers in many networks to 30 guesses a day, and leaves the owner two ways to sign in', async () => {
  const owner = await addOwner();
  const statuses = [];
  for (let network = 0; network < 5; network++)
    statuses.push(await guessCodes(owner, strangerIp(network), 8));
  expect(statuses.flat().filter((status) => status === 422)).toHaveLength(30);
  expect(statuses.flat().at(-1)).toBe('closed to strangers');

  const ownerToken = await signInWithPassword(owner.email, OWNER_IP);
  expect(await tryCode(owner, OWNER_IP, ownerToken, rightCode(owner))).toBe(200);

  service.clock.advance(61);
  const token = await signInWithPassword(owner.email, NEW_IP);
  expect(await tryCode(owner, NEW_IP, token, rightCode(owner))).toBe('closed to strangers');
  await post('/recover', { email: owner.email }, NEW_IP);
  const mails = await mailsUntil(owner.email, 'Redefinir');
  expect(mails.filter(({ subject }) => subject.startsWith('Tentaram adivinhar'))).toHaveLength(1);
  const code = /\b\d{6}\b/.exec(mails.at(-1)!.text)![0];
  const opened = await post('/verify', { email: owner.email, token: code, type: 'recovery' }, NEW_IP);
  expect(await tryCode(owner, NEW_IP, opened.body.access_token!, rightCode(owner))).toBe(200);
});

async function mailsUntil(email: string, subject: string) {
  const mails = [];
  do mails.push(await service.mailbox.next(email));
  while (!mails.at(-1)!.subject.startsWith(subject));
  return mails;
}

test('allows strangers to guess again after a day', async () => {
  const owner = await addOwner();
  for (let network = 0; network < 4; network++) await guessCodes(owner, strangerIp(network), 8);
  service.clock.advance(24 * 3600 + 1);
  const token = await signInWithPassword(owner.email, NEW_IP);
  expect(await tryCode(owner, NEW_IP, token, rightCode(owner))).toBe(200);
});

test('limits concurrent guesses of many networks to the daily budget', async () => {
  const owner = await addOwner();
  const networks = Array.from({ length: 6 }, (_, index) => strangerIp(index));
  const statuses = await Promise.all(networks.map((from) => guessCodes(owner, from, 7)));
  expect(statuses.flat().filter((status) => status === 422)).toHaveLength(30);
});

test('does not count right codes towards the daily budget', async () => {
  const owner = await addOwner();
  await service.platform.db.deleteFrom('auth.sessions').execute();
  for (let time = 0; time < 32; time++) {
    service.clock.advance(60);
    const from = strangerIp(time);
    const token = await signInWithPassword(owner.email, from);
    expect(await tryCode(owner, from, token, rightCode(owner))).toBe(200);
  }
});

test('does not count a stranger’s wrong recovery codes towards the owner’s tries', async () => {
  const owner = await addOwner();
  const token = await signInWithPassword(owner.email, OWNER_IP);
  const challenge = await post(`/factors/${owner.factorId}/challenge`, {}, OWNER_IP, token);
  const verified = await post(
    `/factors/${owner.factorId}/verify`,
    { challenge_id: challenge.body.id, code: rightCode(owner) },
    OWNER_IP,
    token,
  );
  const created = await post('/factors/recovery-codes', {}, OWNER_IP, verified.body.access_token);
  const [code] = (created.body as { codes?: string[] }).codes!;
  const strangerToken = await signInWithPassword(owner.email, strangerIp(1));
  const tryRecoveryCode = (from: string, bearer: string, recoveryCode: string) =>
    post('/factors/recovery-codes/verify', { code: recoveryCode }, from, bearer);
  for (let tried = 0; tried < 10; tried++)
    expect((await tryRecoveryCode(strangerIp(1), strangerToken, 'aaaaa-aaaaa')).status).toBe(422);
  expect((await tryRecoveryCode(strangerIp(1), strangerToken, 'aaaaa-aaaaa')).status).toBe(429);
  expect((await tryRecoveryCode(NEW_IP, await signInWithPassword(owner.email, NEW_IP), code!)).status).toBe(
    200,
  );
});

test('does not count messages that a stranger requests towards the owner’s limit', async () => {
  const owner = await addOwner();
  const phoneId = crypto.randomUUID();
  const user = await service.platform.db
    .selectFrom('auth.users')
    .select('id')
    .where('email', '=', owner.email)
    .executeTakeFirstOrThrow();
  await service.platform.db
    .insertInto('auth.mfaFactors')
    .values({
      id: phoneId,
      userId: user.id,
      factorType: 'phone',
      status: 'verified',
      phone: '5582999990123',
      createdAt: service.clock.now(),
      updatedAt: service.clock.now(),
    })
    .execute();
  const requestSmsCode = async (from: string) =>
    (await post(`/factors/${phoneId}/challenge`, {}, from, await signInWithPassword(owner.email, from)))
      .status;
  const statuses = [];
  for (let time = 0; time < 6; time++) {
    statuses.push(await requestSmsCode(strangerIp(time)));
    service.clock.advance(61);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await requestSmsCode(OWNER_IP)).toBe(200);
});
