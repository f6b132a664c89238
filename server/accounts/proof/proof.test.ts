import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECENT_PROOF_SECONDS } from '@mare/domain/accounts/security/recent-proof.ts';
import { startWholeApi, type WholeApi } from '../../integration/whole-api.testing.ts';
import { signUpPerson, type TestAuthService } from '../accounts.testing.ts';

const AFTER_PROOF_EXPIRY_S = RECENT_PROOF_SECONDS + 1;

let bed: WholeApi;
let service: TestAuthService;
beforeAll(async () => {
  bed = await startWholeApi();
  ({ service } = bed);
});
afterAll(() => bed.stop());

type Client = TestAuthService['newClient'] extends () => infer C ? C : never;

const apiOf = async (client: Client) => bed.clientOf((await client.getSession()).data.session!.access_token);

/** Signs up an account whose sign-in was more than ten minutes ago. */
async function signUpWithOldSession() {
  const person = await signUpPerson(service);
  service.clock.advance(AFTER_PROOF_EXPIRY_S);
  return { ...person, api: await apiOf(person.client), userId: person.session.user.id };
}

const proofRequired = (needs: string) => ({ code: 'RECENT_PROOF_REQUIRED', data: { needs } });
const reauthentication = { code: 'reauthentication_needed' };

describe('an account with a password', () => {
  test('changes it only after a proof by the current one', async () => {
    const { client, api, password } = await signUpWithOldSession();
    const changePassword = () => client.updateUser({ password: 'outra-senha-longa' });
    expect((await changePassword()).error).toMatchObject(reauthentication);
    await expect(api.accounts.prove({ password: 'errada' })).rejects.toMatchObject({ code: 'PROOF_INVALID' });
    expect((await changePassword()).error).toMatchObject(reauthentication);
    await api.accounts.prove({ password });
    expect((await changePassword()).error).toBeNull();
  });

  test('the proof ends after ten minutes and belongs to one session', async () => {
    const { api, email, password } = await signUpWithOldSession();
    const otherClient = service.newClient();
    await otherClient.signInWithPassword({ email, password });
    service.clock.advance(AFTER_PROOF_EXPIRY_S);
    await api.accounts.prove({ password });
    await api.accounts.exportOwnData();
    await expect((await apiOf(otherClient)).accounts.exportOwnData()).rejects.toMatchObject(
      proofRequired('password'),
    );
    service.clock.advance(AFTER_PROOF_EXPIRY_S);
    await expect(api.accounts.exportOwnData()).rejects.toMatchObject(proofRequired('password'));
  });

  test('saves a new phone only after a proof, and the same phone without one', async () => {
    const { api, password } = await signUpWithOldSession();
    const profile = { name: 'Ana', cpf: null, city: null, state: null, birthDate: null };
    await api.accounts.updateProfile({ ...profile, phone: null });
    const withPhone = { ...profile, phone: '(82) 99999-0001' };
    await expect(api.accounts.updateProfile(withPhone)).rejects.toMatchObject(proofRequired('password'));
    await api.accounts.prove({ password });
    await api.accounts.updateProfile(withPhone);
    service.clock.advance(AFTER_PROOF_EXPIRY_S);
    await api.accounts.updateProfile({ ...withPhone, name: 'Ana Souza', phone: '82999990001' });
  });

  test('locks after repeated wrong guesses', async () => {
    const { api, password } = await signUpWithOldSession();
    for (let guess = 0; guess < 10; guess++)
      await expect(api.accounts.prove({ password: `errada${guess}` })).rejects.toMatchObject({
        code: 'PROOF_INVALID',
      });
    await expect(api.accounts.prove({ password })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('sets a new one after a recovery link without a proof', async () => {
    const { email } = await signUpWithOldSession();
    const client = service.newClient();
    await client.resetPasswordForEmail(email);
    const token = /\b\d{6}\b/.exec((await service.mailbox.next(email)).text)![0];
    await client.verifyOtp({ email, token, type: 'recovery' });
    expect((await client.updateUser({ password: 'outra-senha-longa' })).error).toBeNull();
  });
});

test('accepts only the code of a second factor, once', async () => {
  const { client, password } = await signUpPerson(service);
  const { data } = await client.mfa.enroll({ factorType: 'totp' });
  const totp = new TOTP({ secret: data!.totp.secret });
  const code = () => totp.generate({ timestamp: service.clock.now().getTime() });
  await client.mfa.challengeAndVerify({ factorId: data!.id, code: code() });
  service.clock.advance(AFTER_PROOF_EXPIRY_S);
  const api = await apiOf(client);
  expect(await api.accounts.missingProof()).toEqual({ needs: 'app' });
  expect((await client.mfa.unenroll({ factorId: data!.id })).error).toMatchObject(reauthentication);
  await expect(api.accounts.prove({ password })).rejects.toMatchObject({ code: 'PROOF_INVALID' });
  const usedCode = code();
  await api.accounts.prove({ code: usedCode });
  await expect(api.accounts.prove({ code: usedCode })).rejects.toMatchObject({ code: 'PROOF_INVALID' });
  expect((await client.mfa.unenroll({ factorId: data!.id })).error).toBeNull();
});

test('accepts a mailed code once for ten minutes, without password and factor', async () => {
  const { api, client, userId, email } = await signUpWithOldSession();
  await service.platform.db
    .updateTable('auth.users')
    .set({ passwordHash: null })
    .where('id', '=', userId)
    .execute();
  await expect(api.accounts.exportOwnData()).rejects.toMatchObject(proofRequired('email'));
  const readMailedCode = async () => {
    service.clock.advance(61);
    await api.accounts.sendProofCode();
    return /\b\d{6}\b/.exec((await service.mailbox.next(email)).text)![0];
  };
  const expiredCode = await readMailedCode();
  service.clock.advance(AFTER_PROOF_EXPIRY_S);
  await expect(api.accounts.prove({ code: expiredCode })).rejects.toMatchObject({ code: 'PROOF_INVALID' });
  const code = await readMailedCode();
  const stranger = await signUpWithOldSession();
  await expect(stranger.api.accounts.prove({ code })).rejects.toMatchObject({ code: 'PROOF_INVALID' });
  const newCode = await readMailedCode();
  await api.accounts.prove({ code: newCode });
  await expect(api.accounts.prove({ code: newCode })).rejects.toMatchObject({ code: 'PROOF_INVALID' });
  expect((await client.updateUser({ password: 'primeira-senha' })).error).toBeNull();
});
