import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createBrowserFetch,
  errorOf,
  signUpPerson,
  startAuthService,
  type TestAuthService,
} from '../accounts.testing.ts';
import { undoChange } from '../security/undo-change.ts';
import { SoftwareAuthenticator } from './authenticator.testing.ts';

let service: TestAuthService;
let origin: string;
beforeAll(async () => {
  service = await startAuthService();
  origin = new URL(service.url).origin;
});
afterAll(() => service.stop());

type Client = ReturnType<TestAuthService['newClient']>;

const newBrowser = () => service.newClient(createBrowserFetch());

async function register(client: Client, ceremony = {}) {
  const authenticator = new SoftwareAuthenticator();
  const started = await client.passkey.startRegistration();
  expect(started.error).toBeNull();
  const { challenge_id: challengeId, options } = started.data!;
  const credential = authenticator.create(options, { origin, ...ceremony });
  const registered = await client.passkey.verifyRegistration({ challengeId, credential });
  return { authenticator, challengeId, credential, registered };
}

/** A person with a passkey, signed in by password. */
async function personWithPasskey() {
  const person = await signUpPerson(service);
  const { authenticator, registered } = await register(person.client);
  expect(registered.error).toBeNull();
  return { ...person, authenticator, passkeyId: registered.data!.id };
}

async function signIn(client: Client, authenticator: SoftwareAuthenticator, ceremony = {}) {
  const started = await client.passkey.startAuthentication();
  const { challenge_id: challengeId, options } = started.data!;
  const credential = authenticator.get(options, { origin, ...ceremony });
  return {
    challengeId,
    credential,
    ...(await client.passkey.verifyAuthentication({ challengeId, credential })),
  };
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;

test('signs in without a password, at aal2, and shows the last use', async () => {
  const { email, session, authenticator, client } = await personWithPasskey();
  const { data, error } = await signIn(newBrowser(), authenticator);
  expect(error).toBeNull();
  expect(data!.user!.email).toBe(email);
  expect(claimsOf(data!.session!.access_token)).toMatchObject({
    sub: session.user.id,
    aal: 'aal2',
    amr: [{ method: 'mfa/webauthn' }],
  });
  const [passkey] = (await client.passkey.list()).data!;
  expect(passkey!.last_used_at).toBe(service.clock.now().toISOString());
  expect((await service.mailbox.next(email)).subject).toContain('Nova chave de acesso na sua conta');
});

test('reveals no account and no credential in the options', async () => {
  await personWithPasskey();
  const { data } = await newBrowser().passkey.startAuthentication();
  expect(Object.keys(data!.options).toSorted()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification']);
});

test('signs in by passkey instead of a pending second factor', async () => {
  const { email, password, authenticator, session } = await personWithPasskey();
  await service.platform.db
    .insertInto('auth.mfaFactors')
    .values({
      id: crypto.randomUUID(),
      userId: session.user.id,
      factorType: 'phone',
      phone: '+5582999990000',
      status: 'verified',
      createdAt: service.clock.now(),
      updatedAt: service.clock.now(),
    })
    .execute();
  const client = newBrowser();
  await client.signInWithPassword({ email, password });
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1' });
  expect((await client.passkey.startRegistration()).error).toMatchObject({ code: 'insufficient_aal' });
  expect((await client.passkey.list()).error).toMatchObject({ code: 'insufficient_aal' });
  expect((await signIn(client, authenticator)).error).toBeNull();
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2' });
});

describe('rejects', () => {
  const invalid = { status: 400, code: 'webauthn_verification_failed' };
  const expired = { status: 422, code: 'webauthn_challenge_expired' };

  test('a replayed assertion', async () => {
    const { authenticator } = await personWithPasskey();
    const client = newBrowser();
    const { challengeId, credential } = await signIn(client, authenticator);
    const replayed = await client.passkey.verifyAuthentication({ challengeId, credential });
    expect(replayed.error).toMatchObject(expired);
    const otherChallenge = (await client.passkey.startAuthentication()).data!;
    const moved = await client.passkey.verifyAuthentication({
      challengeId: otherChallenge.challenge_id,
      credential,
    });
    expect(moved.error).toMatchObject(invalid);
  });

  test.each([
    ['a foreign origin', { origin: 'https://mare-da-sorte.example' }],
    ['a foreign relying party', { rpId: 'example.com' }],
    ['an authenticator that did not verify its user', { isUserVerified: false }],
  ])('%s', async (_, ceremony) => {
    const { authenticator, client } = await personWithPasskey();
    expect((await signIn(newBrowser(), authenticator, ceremony)).error).toMatchObject(invalid);
    expect((await register(client, ceremony)).registered.error).toMatchObject(invalid);
    expect((await signIn(newBrowser(), authenticator)).error).toBeNull();
  });

  test('a challenge of another browser, or older than five minutes', async () => {
    const { authenticator } = await personWithPasskey();
    const { challenge_id: challengeId, options } = (await newBrowser().passkey.startAuthentication()).data!;
    const credential = authenticator.get(options, { origin });
    const client = newBrowser();
    await client.passkey.startAuthentication();
    expect((await client.passkey.verifyAuthentication({ challengeId, credential })).error).toMatchObject(
      expired,
    );
    const ownChallenge = (await client.passkey.startAuthentication()).data!;
    service.clock.advance(301);
    const lateCredential = authenticator.get(ownChallenge.options, { origin });
    const response = await client.passkey.verifyAuthentication({
      challengeId: ownChallenge.challenge_id,
      credential: lateCredential,
    });
    expect(response.error).toMatchObject(expired);
  });

  test('a registration challenge of another session, or used twice', async () => {
    const { client } = await signUpPerson(service);
    const { challengeId, credential } = await register(client);
    expect((await client.passkey.verifyRegistration({ challengeId, credential })).error).toMatchObject(
      expired,
    );
    const { data } = await client.passkey.startRegistration();
    const thief = (await signUpPerson(service)).client;
    const thiefCredential = new SoftwareAuthenticator().create(data!.options, { origin });
    const response = await thief.passkey.verifyRegistration({
      challengeId: data!.challenge_id,
      credential: thiefCredential,
    });
    expect(response.error).toMatchObject(expired);
  });

  test('an unknown passkey like a wrong signature', async () => {
    const unknown = new SoftwareAuthenticator();
    expect((await signIn(newBrowser(), unknown)).error).toMatchObject(invalid);
  });

  test('a passkey of another account with a forged user handle', async () => {
    const [owner, thief] = [await personWithPasskey(), await personWithPasskey()];
    const client = newBrowser();
    const { challenge_id: challengeId, options } = (await client.passkey.startAuthentication()).data!;
    const credential = thief.authenticator.get(options, { origin });
    credential.response.userHandle = owner.authenticator.get(options, { origin }).response.userHandle;
    expect((await client.passkey.verifyAuthentication({ challengeId, credential })).error).toMatchObject(
      invalid,
    );
  });

  test('a sign count that does not grow, and warns the owner by mail', async () => {
    const { email, authenticator, session } = await personWithPasskey();
    authenticator.signCount = 7;
    expect((await signIn(newBrowser(), authenticator)).error).toBeNull();
    expect((await signIn(newBrowser(), authenticator)).error).toMatchObject(invalid);
    const mails = [await service.mailbox.next(email), await service.mailbox.next(email)];
    expect(mails.map(({ subject }) => subject).join()).toContain('Recusamos uma chave de acesso');
    authenticator.signCount = 8;
    expect((await signIn(newBrowser(), authenticator)).data!.user!.id).toBe(session.user.id);
  });

  test('a banned owner', async () => {
    const { authenticator, session } = await personWithPasskey();
    await service.platform.db
      .updateTable('auth.users')
      .set({ bannedUntil: new Date('2100-01-01') })
      .where('id', '=', session.user.id)
      .execute();
    expect((await signIn(newBrowser(), authenticator)).error).toMatchObject({ code: 'user_banned' });
  });
});

test('rejects sign-in by a removed passkey and ends its sessions', async () => {
  const { client, email, authenticator, passkeyId } = await personWithPasskey();
  const phone = newBrowser();
  await signIn(phone, authenticator);
  expect((await client.passkey.delete({ passkeyId })).error).toBeNull();
  expect((await phone.getUser()).error).not.toBeNull();
  expect((await signIn(newBrowser(), authenticator)).error).toMatchObject({
    code: 'webauthn_verification_failed',
  });
  const mails = [await service.mailbox.next(email), await service.mailbox.next(email)];
  expect(mails.map(({ subject }) => subject).join()).toContain('Uma chave de acesso foi removida');
});

test('returns the session to aal1 when its passkey is removed', async () => {
  const { authenticator, passkeyId } = await personWithPasskey();
  const client = newBrowser();
  await signIn(client, authenticator);
  expect((await client.passkey.delete({ passkeyId })).error).toBeNull();
  const { data } = await client.refreshSession();
  expect(claimsOf(data.session!.access_token)).toMatchObject({ aal: 'aal1', amr: [] });
});

test('undoes the addition and the removal of a passkey by the mailed link', async () => {
  const restores = { affiliate_pix_key: async () => undefined, partner_pix_key: async () => undefined };
  const undo = async (email: string) => {
    const token = /desfazer-mudanca#(\S+)/.exec((await service.mailbox.next(email)).text)![1]!;
    expect(await undoChange(service.platform, restores, token)).toMatchObject({ ok: true });
  };
  const owner = await personWithPasskey();
  await undo(owner.email);
  expect((await signIn(newBrowser(), owner.authenticator)).error).not.toBeNull();

  const secondOwner = await personWithPasskey();
  await service.mailbox.next(secondOwner.email);
  service.clock.advance(1);
  await secondOwner.client.passkey.delete({ passkeyId: secondOwner.passkeyId });
  await undo(secondOwner.email);
  expect((await signIn(newBrowser(), secondOwner.authenticator)).data!.user!.id).toBe(
    secondOwner.session.user.id,
  );
});

test('allows only the owner to rename passkeys', async () => {
  const { client, passkeyId } = await personWithPasskey();
  const second = (await register(client)).registered.data!;
  const renamed = await client.passkey.update({ passkeyId, friendlyName: ' Celular da Ana ' });
  expect(renamed.data).toMatchObject({ id: passkeyId, friendly_name: 'Celular da Ana' });
  expect((await client.passkey.list()).data!.map(({ id }) => id)).toEqual([passkeyId, second.id]);
  const stranger = (await signUpPerson(service)).client;
  const code = 'webauthn_credential_not_found';
  expect((await stranger.passkey.update({ passkeyId, friendlyName: 'Meu' })).error).toMatchObject({ code });
  expect((await stranger.passkey.delete({ passkeyId })).error).toMatchObject({ code });
});

test('rejects the password as proof once the account has a passkey', async () => {
  const { email, password } = await personWithPasskey();
  const thief = newBrowser();
  await thief.signInWithPassword({ email, password });
  const code = 'reauthentication_needed';
  expect((await thief.passkey.startRegistration()).error).toMatchObject({ code });
  expect((await thief.updateUser({ password: 'outra-senha' })).error).toMatchObject({ code });
  const { data } = await thief.getSession();
  const response = await service.post(
    '/factors/recovery-codes',
    {},
    {
      authorization: `Bearer ${data.session!.access_token}`,
    },
  );
  expect(errorOf(response)).toEqual([400, code]);
});
